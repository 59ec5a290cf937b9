-- Pick-up: an order lies ready in a shop until its shopper collects it (decision 142).

alter table sales_order drop constraint sales_order_state_check;
alter table sales_order add constraint sales_order_state_check check (state in ('awaiting_payment', 'pending',
  'confirmed', 'ready_for_pickup', 'shipping', 'delivered', 'cancelled', 'expired'));

-- How the shop delivers. One row.
create table delivery_rule (
  is_only boolean primary key default true check (is_only),
  -- days that an order lies ready after the day on which it was prepared
  keep_days integer not null default 3 check (keep_days between 1 and 60),
  -- raised by every change
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
insert into delivery_rule default values;

-- An order that was prepared for its shopper. It is prepared anew if it ended and was opened again.
create table pickup (
  order_id bigint primary key references sales_order,
  shop_id integer not null references shop,
  -- what the shopper shows; no member of staff sees it
  code text not null check (code ~ '^[0-9]{6}$'),
  ready_at timestamptz not null,
  -- the last day on which it can be collected
  keep_until date not null,
  -- wrong codes since it is ready; after every few of them no code is accepted for a while
  wrong_codes integer not null default 0,
  blocked_until timestamptz,
  -- when the shopper last proved to be the shopper, and how
  verified_at timestamptz,
  verified_by text check (verified_by in ('code', 'phone')),
  collected_at timestamptz,
  check ((verified_at is null) = (verified_by is null))
);
create index pickup_by_shop on pickup (shop_id, keep_until);

-- A unit lies in a parcel, or it is prepared for a pick-up: in one of the two, and only once.
alter table parcel_unit alter column parcel_id drop not null;
alter table parcel_unit add column pickup_order_id bigint references pickup;
alter table parcel_unit add constraint parcel_unit_of_one check (num_nonnulls(parcel_id, pickup_order_id) = 1);
create index parcel_unit_by_pickup on parcel_unit (pickup_order_id) where pickup_order_id is not null;

-- What is collected, and what a shop has to prepare.
create index sales_order_to_collect on sales_order (shop_id, state, created_at)
  where state in ('confirmed', 'ready_for_pickup') and recipient->>'shipping_method' = 'store_pickup';

-- Money that staff took in a shop is a message like any other.
alter table payment_message drop constraint payment_message_source_check;
alter table payment_message add constraint payment_message_source_check
  check (source in ('notify', 'query', 'shop'));

call log_changes_of('pickup', 'order', ignored => '{order_id,ready_at,verified_at,collected_at}',
  secret => '{code}');
call log_changes_of('delivery_rule', 'delivery', ignored => '{is_only,version,changed_at,changed_by}');

-- Who gives an order to its shopper and takes the money (who packs, prepares).
insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'pickups.collect', 'all', null),
  ('sales', 'pickups.collect', 'shops', null),
  ('shop_manager', 'pickups.collect', 'shops', null);
