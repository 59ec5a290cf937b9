-- Refunds that one member of staff asks for and another approves, and goods that come back (decisions 153, 154).

-- How the shop takes goods back. One row.
create table return_rule (
  is_only boolean primary key default true check (is_only),
  -- đồng that may be given as goodwill in one month of Vietnam
  goodwill_per_month bigint not null default 20000000 check (goodwill_per_month >= 0),
  -- raised by every change
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
insert into return_rule default values;

-- What part of their value the shop keeps, by reason and day since delivery. After the last day nothing is taken back.
create table return_fee (
  reason text not null check (reason in ('faulty', 'wrong_item', 'not_liked')),
  up_to_day integer not null check (up_to_day between 0 and 3650),
  percent integer not null check (percent between 0 and 100),
  primary key (reason, up_to_day)
);
insert into return_fee (reason, up_to_day, percent) values
  ('faulty', 30, 0), ('wrong_item', 30, 0), ('not_liked', 30, 20), ('not_liked', 60, 40);

-- A unit that is given instead of one that came back was never reserved: unlike a sale it is taken from what is free.
alter table stock_movement
  drop constraint stock_movement_kind,
  add constraint stock_movement_kind check (kind in ('opening', 'import', 'count', 'adjustment', 'sale', 'return',
    'exchange', 'receipt', 'transfer_out', 'transfer_in'));

create table refund_request (
  refund_request_id bigint generated always as identity primary key,
  order_id bigint not null references sales_order,
  amount bigint not null check (amount > 0),
  -- `goodwill` comes from a budget of its own; `return`: goods came back; `correction`: too much was taken
  kind text not null check (kind in ('return', 'goodwill', 'correction')),
  reason text not null,
  state text not null check (state in ('asked', 'approved', 'rejected', 'withdrawn')),
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  decision_note text,
  constraint refund_request_decided check ((state = 'asked') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)),
  -- who asks does not approve
  constraint refund_request_two_people check (state <> 'approved' or decided_by <> asked_by)
);
create index refund_request_by_order on refund_request (order_id);
create index refund_request_by_state on refund_request (state, refund_request_id desc);
create index refund_request_by_asker on refund_request (asked_by);
create index refund_request_by_decider on refund_request (decided_by) where decided_by is not null;
create index refund_request_goodwill on refund_request (asked_at) where kind = 'goodwill';

-- Units of one line of an order that come back.
create table return_request (
  return_id bigint generated always as identity primary key,
  code text not null unique
    generated always as ('DT' || lpad(return_id::text, greatest(6, length(return_id::text)), '0')) stored,
  order_id bigint not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  -- the shop that takes the goods back
  shop_id integer not null references shop,
  state text not null check (state in ('asked', 'accepted', 'received', 'inspected', 'done', 'rejected', 'withdrawn')),
  asked_by text not null check (asked_by in ('shopper', 'staff')),
  reason text not null check (reason in ('faulty', 'wrong_item', 'not_liked')),
  -- what the customer says
  words text,
  -- the unit that came back; null for goods without a code
  unit_id bigint references unit,
  -- what the inspection found
  grade text check (grade in ('sealed', 'opened', 'faulty')),
  gifts_returned boolean,
  findings text,
  -- đồng: what the units cost their buyer, and what the shop keeps of it
  value bigint check (value >= 0),
  fee bigint check (fee >= 0 and fee <= value),
  outcome text check (outcome in ('refund', 'exchange')),
  -- the unit that was given instead
  replaced_by bigint references unit,
  refund_request_id bigint references refund_request,
  -- raised by every move
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (order_id, position) references sales_order_line,
  constraint return_inspected check (state not in ('inspected', 'done') or (grade is not null and value is not null
    and fee is not null)),
  constraint return_done check ((state = 'done') = (outcome is not null))
);
create index return_request_by_line on return_request (order_id, position);
create index return_request_by_state on return_request (state, return_id desc);
create index return_request_by_shop on return_request (shop_id, state, return_id desc);
-- A unit comes back once at a time.
create unique index return_request_by_unit on return_request (unit_id)
  where unit_id is not null and state in ('received', 'inspected');
create index return_request_of_unit on return_request (unit_id) where unit_id is not null;
create index return_request_by_new_unit on return_request (replaced_by) where replaced_by is not null;
create index return_request_by_refund on return_request (refund_request_id) where refund_request_id is not null;

-- What happened to a return. Rows are only added.
create table return_event (
  return_event_id bigint generated always as identity primary key,
  return_id bigint not null references return_request,
  move text not null,
  state text not null,
  actor text not null check (actor in ('shopper', 'staff')),
  staff_name text,
  note text,
  happened_at timestamptz not null
);
create index return_event_by_return on return_event (return_id, return_event_id);

call log_changes_of('return_rule', 'returns', ignored => '{is_only,version,changed_at,changed_by}');
call log_changes_of('return_fee', 'returns');
call log_changes_of('refund_request', 'order', ignored => '{refund_request_id,order_id,asked_at,decided_at}');
call log_changes_of('return_request', 'order', personal => '{words}',
  ignored => '{return_id,order_id,position,version,created_at,updated_at}');

call log_pictures_of('return_request', 'returns');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'returns.handle', 'all', null),
  ('support_lead', 'returns.handle', 'all', null),
  ('sales', 'returns.handle', 'shops', null),
  ('shop_manager', 'returns.handle', 'shops', null),
  ('director', 'refunds.ask', 'all', null),
  ('support_lead', 'refunds.ask', 'all', null),
  ('support', 'refunds.ask', 'own', null),
  ('sales', 'refunds.ask', 'shops', null),
  ('shop_manager', 'refunds.ask', 'shops', null),
  ('accountant', 'refunds.ask', 'all', null),
  ('director', 'refunds.approve', 'all', null),
  ('support_lead', 'refunds.approve', 'all', 1000000),
  ('shop_manager', 'refunds.approve', 'shops', 1000000),
  ('accountant', 'refunds.approve', 'all', 10000000);
