-- What an order paid on delivery may be, and how long it may stay unconfirmed (decision 128). One row; null: no limit.
create table cod_rule (
  is_only boolean primary key default true check (is_only),
  -- đồng, and units, of one order
  max_total bigint check (max_total > 0),
  max_quantity integer check (max_quantity > 0),
  -- orders of one phone that are paid on delivery and not confirmed yet
  max_open_orders integer check (max_open_orders > 0),
  -- a phone with so many parcels that came back pays before delivery
  max_came_back integer check (max_came_back > 0),
  -- hours after which an unconfirmed order gives its units back
  release_after_h integer check (release_after_h > 0),
  -- raised by every change
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
insert into cod_rule (max_total, max_quantity, max_open_orders, max_came_back, release_after_h)
values (500000000, 200, null, 3, 72);

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'cod.see', 'all', null),
  ('director', 'cod.change', 'all', null),
  ('support_lead', 'cod.see', 'all', null),
  ('accountant', 'cod.see', 'all', null);
