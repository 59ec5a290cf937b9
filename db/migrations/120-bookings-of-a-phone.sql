-- A phone may have two appointments at one time: two devices, or two people of a family.
drop index booking_of_phone;
