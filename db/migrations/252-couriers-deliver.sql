-- A courier says of the parcels of the orders that are assigned to them whether they were delivered. Whoever packs and
-- hands over does so for all parcels of their shops.
insert into role_permission (role_code, permission, scope, max_amount) values
  ('courier', 'orders.deliver', 'own', null),
  ('shop_manager', 'orders.deliver', 'shops', null),
  ('director', 'orders.deliver', 'all', null);
