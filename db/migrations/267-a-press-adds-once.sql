-- The key of the press that last added to a line. The same press sent again adds nothing (decision 325).
alter table cart_item add column added_with text;
