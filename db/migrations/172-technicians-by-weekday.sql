-- Technicians have days off (decision 243). Staff change them, and the prices of repairs.
alter table shop_skill
  -- from Monday to Sunday; null: as many on every day. `technicians` is the most of any day.
  add column by_weekday integer[]
  check (by_weekday is null or (cardinality(by_weekday) = 7 and 0 <= all (by_weekday)
    and technicians >= all (by_weekday) and technicians = any (by_weekday)));

call log_changes_of('shop_skill', 'technicians', 'shop_id', ignored => '{shop_id,skill}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'repairs.services', 'all', null),
  ('category_manager', 'repairs.services', 'all', null),
  ('director', 'repairs.technicians', 'all', null),
  ('shop_manager', 'repairs.technicians', 'shops', null);
