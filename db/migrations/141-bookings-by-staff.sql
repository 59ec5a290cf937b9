-- Staff book a visit for a customer on the phone or in the shop (decision 242).
insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'bookings.create', 'all', null),
  ('support', 'bookings.create', 'all', null),
  ('support_lead', 'bookings.create', 'all', null),
  ('sales', 'bookings.create', 'shops', null),
  ('shop_manager', 'bookings.create', 'shops', null),
  ('technician', 'bookings.create', 'shops', null);
