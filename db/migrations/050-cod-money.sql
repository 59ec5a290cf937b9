-- Money that couriers collected: what is expected of each parcel, what came, and what lost parcels are worth (decision 141).

-- One row for each parcel that was delivered against money.
create table parcel_cod (
  parcel_id bigint primary key references parcel,
  order_id bigint not null references sales_order,
  carrier text not null,
  -- what the courier collected, in đồng
  amount bigint not null check (amount > 0),
  -- when it was delivered
  due_at timestamptz not null,
  state text not null default 'due' check (state in ('due', 'received')),
  received_amount bigint check (received_amount >= 0),
  received_at timestamptz,
  constraint parcel_cod_is_received check (
    (state = 'received') = (received_at is not null) and (state = 'received') = (received_amount is not null))
);
create index parcel_cod_by_order on parcel_cod (order_id);
create index parcel_cod_due on parcel_cod (due_at) where state = 'due';
create index parcel_cod_by_time on parcel_cod (due_at);
call log_changes_of('parcel_cod', 'order', ignored => '{parcel_id,order_id,carrier,due_at,received_at}');

-- What a carrier says that it pays out. The same text is read once.
create table cod_statement (
  cod_statement_id bigint generated always as identity primary key,
  carrier text not null,
  -- what staff call it, such as the number of the carrier's paper
  name text not null,
  content_hash bytea not null,
  staff_name text not null,
  created_at timestamptz not null,
  unique (carrier, content_hash)
);
call log_changes_of('cod_statement', 'cod_statement', 'cod_statement_id', ignored =>
  '{cod_statement_id,content_hash,staff_name,created_at}');

create table cod_statement_line (
  cod_line_id bigint generated always as identity primary key,
  cod_statement_id bigint not null references cod_statement,
  position integer not null,
  code text not null,
  amount bigint not null check (amount > 0),
  -- null: no parcel of this carrier has this code
  parcel_id bigint references parcel,
  -- what was expected when the statement was read
  expected bigint,
  -- differs: another amount. not_due: not delivered, or nothing to collect. repeated: its money came before
  outcome text not null check (outcome in ('matched', 'differs', 'not_due', 'repeated', 'unknown')),
  -- null: open
  decision text check (decision in ('matched', 'accepted', 'dismissed')),
  reason text,
  settled_by text,
  settled_at timestamptz,
  unique (cod_statement_id, position)
);
create index cod_line_by_parcel on cod_statement_line (parcel_id);
create index cod_line_open on cod_statement_line (cod_line_id) where decision is null;
-- The money of a parcel comes once.
create unique index cod_line_received on cod_statement_line (parcel_id) where decision in ('matched', 'accepted');
call log_changes_of('cod_statement_line', 'cod_statement', 'cod_statement_id', events => 'update', ignored =>
  '{cod_line_id,cod_statement_id,position,settled_by,settled_at}');

-- What a carrier owes for a parcel that it lost.
create table parcel_claim (
  parcel_id bigint primary key references parcel,
  order_id bigint not null references sales_order,
  state text not null default 'open' check (state in ('open', 'paid', 'refused')),
  amount bigint check (amount > 0),
  reason text,
  opened_at timestamptz not null,
  settled_by text,
  settled_at timestamptz,
  constraint parcel_claim_is_paid check ((state = 'paid') = (amount is not null))
);
create index parcel_claim_by_order on parcel_claim (order_id);
create index parcel_claim_open on parcel_claim (opened_at) where state = 'open';
call log_changes_of('parcel_claim', 'order', ignored => '{parcel_id,order_id,opened_at,settled_by,settled_at}');

-- Parcels of before.
insert into parcel_cod (parcel_id, order_id, carrier, amount, due_at)
select parcel_id, order_id, carrier, cod_amount, coalesce((select max(happened_at) from parcel_event
  where parcel_event.parcel_id = parcel.parcel_id and move = 'deliver'), updated_at)
from parcel where state = 'delivered' and cod_amount > 0;
insert into parcel_claim (parcel_id, order_id, opened_at)
select parcel_id, order_id, updated_at from parcel where state = 'lost';
