-- Staff see the appointments of their shops, receive devices and note who did not come.
call log_changes_of('booking', 'booking', 'code', ignored => '{booking_id,version,customer_id,idempotency_key,created_at,ended_at}',
  secret => '{secret}', personal => '{name,phone,email,notes}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'bookings.see', 'all', null),
  ('support', 'bookings.see', 'all', null),
  ('support_lead', 'bookings.see', 'all', null),
  ('sales', 'bookings.see', 'shops', null),
  ('shop_manager', 'bookings.see', 'shops', null),
  ('technician', 'bookings.see', 'shops', null),
  ('auditor', 'bookings.see', 'all', null),
  ('director', 'bookings.receive', 'all', null),
  ('support_lead', 'bookings.receive', 'all', null),
  ('sales', 'bookings.receive', 'shops', null),
  ('shop_manager', 'bookings.receive', 'shops', null),
  ('technician', 'bookings.receive', 'shops', null);
