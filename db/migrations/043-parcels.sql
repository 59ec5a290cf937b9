-- Parcels: how an order gets to its customer. A parcel has its own state; the order follows it (decision 135).

create table parcel (
  parcel_id bigint generated always as identity primary key,
  -- ours; random, because carriers keep it for ever and it is never used twice
  code text not null unique,
  order_id bigint not null references sales_order,
  -- the shop that packs it and gets it back
  shop_id integer references shop,
  carrier text not null,
  -- the carrier's own code; null until it is known
  carrier_code text,
  state text not null constraint parcel_state check (state in ('requested', 'created', 'handed_over', 'delivering',
    'delivery_failed', 'returning', 'delivered', 'received_back', 'lost', 'cancelled')),
  weight_g integer not null check (weight_g between 1 and 50000),
  -- what the courier collects, in đồng
  cod_amount bigint not null check (cod_amount >= 0),
  -- raised by every move, so that nobody decides on what they no longer see
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- An order is in one parcel at a time.
create unique index parcel_by_order on parcel (order_id) where state <> 'cancelled';
create unique index parcel_by_carrier_code on parcel (carrier, carrier_code) where carrier_code is not null;
create index parcel_of_order on parcel (order_id);
create index parcel_by_state on parcel (state, parcel_id desc);
create index parcel_by_shop on parcel (shop_id, state, parcel_id desc);

-- What happened to a parcel. Rows are only added.
create table parcel_event (
  parcel_event_id bigint generated always as identity primary key,
  parcel_id bigint not null references parcel,
  move text not null,
  state text not null,
  actor text not null check (actor in ('staff', 'carrier', 'clock')),
  staff_name text,
  note text,
  happened_at timestamptz not null
);
create index parcel_event_by_parcel on parcel_event (parcel_id, parcel_event_id);

-- The units with a code that lie in a parcel. A unit is in one parcel at a time: rows go when a parcel is cancelled or
-- received back.
create table parcel_unit (
  unit_id bigint primary key references unit,
  parcel_id bigint not null references parcel
);
create index parcel_unit_by_parcel on parcel_unit (parcel_id);

-- Who packed and moved a parcel (decision 129).
call log_changes_of('parcel', 'order', ignored => '{parcel_id,order_id,version,created_at,updated_at}');
