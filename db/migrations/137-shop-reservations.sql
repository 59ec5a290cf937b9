-- One piece that a shop sets aside for 24 hours, without payment (decision 235). Nothing in it is promised but the piece.
create table shop_reservation (
  shop_reservation_id bigint generated always as identity primary key,
  code text not null unique,
  -- opens it in any browser
  secret text not null unique,
  customer_id bigint references customer on delete set null,
  idempotency_key text,
  shop_id integer not null references shop,
  product_id bigint not null references product,
  state text not null check (state in ('reserved', 'sold', 'cancelled', 'lapsed')),
  name text not null,
  -- in E.164
  phone text not null,
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- the order of the counter
  order_id bigint references sales_order,
  check ((state = 'reserved') = (ended_at is null)),
  check ((state = 'sold') = (order_id is not null)),
  unique (customer_id, idempotency_key)
);
create index shop_reservation_by_customer on shop_reservation (customer_id) where customer_id is not null;
create index shop_reservation_by_phone on shop_reservation (phone, created_at);
create index shop_reservation_by_shop on shop_reservation (shop_id, expires_at);
create index shop_reservation_due on shop_reservation (expires_at) where state = 'reserved';
create index shop_reservation_by_product on shop_reservation (product_id);
create index shop_reservation_by_order on shop_reservation (order_id) where order_id is not null;

-- Its stock. It ends with the shop reservation, not by itself.
alter table reservation add column shop_reservation_id bigint references shop_reservation on delete set null;
create index reservation_by_shop_reservation on reservation (shop_reservation_id) where shop_reservation_id is not null;

call log_changes_of('shop_reservation', 'shop_reservation', 'code',
  ignored => '{shop_reservation_id,customer_id,idempotency_key,created_at,ended_at}', secret => '{secret}',
  personal => '{name,phone,email}');
