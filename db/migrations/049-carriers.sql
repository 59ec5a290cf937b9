-- Carriers with an interface: their settings, what we ask of them and what they say (decision 140).

-- A carrier's keys, encrypted with SECRET_KEY or the key file of DATA_DIR.
create table carrier_setting (
  carrier text primary key,
  is_enabled boolean not null default true,
  settings bytea not null,
  updated_at timestamptz not null
);
call log_changes_of('carrier_setting', 'carrier', 'carrier', ignored => '{carrier,updated_at}', secret => '{settings}');

alter table parcel
  -- what the carrier takes, in đồng; null: not known
  add column fee bigint check (fee >= 0),
  -- the time of the newest event of the carrier that moved the parcel: older ones are filed
  add column carrier_at timestamptz,
  -- when the carrier is asked about it if it says nothing; null: never
  add column ask_at timestamptz;
create index parcel_to_ask on parcel (ask_at) where ask_at is not null;
drop trigger log_change on parcel;
call log_changes_of('parcel', 'order', ignored =>
  '{parcel_id,order_id,version,created_at,updated_at,carrier_at,ask_at}');

-- What a carrier is asked to do with a parcel. Written before the call, so that a lost answer is asked for again.
create table carrier_request (
  carrier_request_id bigint generated always as identity primary key,
  parcel_id bigint not null references parcel,
  order_id bigint not null references sales_order,
  action text not null check (action in ('create', 'cancel')),
  -- dropped: no longer wanted. given_up: nobody knows what the carrier did, staff look there
  state text not null default 'due' check (state in ('due', 'done', 'rejected', 'given_up', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- for staff: why not
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (parcel_id, action),
  constraint carrier_request_is_due check ((state = 'due') = (next_attempt_at is not null))
);
create index carrier_request_due on carrier_request (next_attempt_at) where state = 'due';
create index carrier_request_by_order on carrier_request (order_id);
call log_changes_of('carrier_request', 'order', ignored =>
  '{carrier_request_id,parcel_id,order_id,created_at,updated_at,attempts,next_attempt_at}');

-- What carriers said, each event once. Rows are only added.
create table carrier_event (
  carrier_event_id bigint generated always as identity primary key,
  carrier text not null,
  -- the carrier's id of the event, or what stands for it
  event_key text not null,
  -- null: of no parcel of ours
  parcel_id bigint references parcel,
  carrier_code text not null,
  -- the carrier's own word
  status text not null,
  -- what it says about the parcel; null: nothing
  state text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  source text not null check (source in ('webhook', 'poll')),
  -- only 'applied' moved the parcel; all others are filed
  outcome text not null check (outcome in ('applied', 'same', 'late', 'final', 'nothing', 'not_movable', 'no_parcel')),
  -- fees, weights, reasons; nothing about people
  detail jsonb not null default '{}',
  unique (carrier, event_key)
);
create index carrier_event_by_parcel on carrier_event (parcel_id, happened_at);

-- Carriers ship and deliver orders too.
alter table sales_order_event drop constraint sales_order_event_actor_check;
alter table sales_order_event add constraint sales_order_event_actor_check
  check (actor in ('system', 'shopper', 'staff', 'money', 'clock', 'carrier'));

-- The play carrier of a demo: what it was given, and the messages it will send. Empty in a live shop.
create table play_parcel (
  reference text primary key,
  number bigint generated always as identity unique,
  cancelled_at timestamptz,
  created_at timestamptz not null
);
create table play_message (
  play_message_id bigint generated always as identity primary key,
  reference text not null references play_parcel,
  status text not null,
  happened_at timestamptz not null,
  -- null: it gets lost
  send_at timestamptz,
  sent_at timestamptz
);
create index play_message_by_parcel on play_message (reference);
create index play_message_to_send on play_message (send_at) where sent_at is null;
