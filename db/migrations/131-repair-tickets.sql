-- Repair tickets: devices that a shop has in its hands, from the counter and back (decision 231).

-- Parts that are promised to approved tickets: still on the shelf, not free any more.
alter table repair_part_stock
  add column reserved integer not null default 0,
  add constraint repair_part_stock_reserved check (reserved between 0 and quantity);

-- Pages say whether a shop has a free part: a notice is sent only when that changes.
create or replace function tell_part_turn() returns trigger language plpgsql as $$
begin
  if (case when tg_op = 'DELETE' then 0 else new.quantity - new.reserved end > 0)
    is distinct from (case when tg_op = 'INSERT' then 0 else old.quantity - old.reserved end > 0) then
    perform pg_notify('shop_change', 'repair');
  end if;
  return null;
end $$;

create table repair_ticket (
  ticket_id bigint generated always as identity primary key,
  code text not null unique
    generated always as ('SC' || lpad(ticket_id::text, greatest(6, length(ticket_id::text)), '0')) stored,
  -- opens the ticket in any browser
  secret text not null unique,
  -- a form that is sent twice makes one ticket
  form_key text not null unique,
  shop_id integer not null references shop,
  -- one ticket for a booking
  booking_id bigint unique references booking on delete set null,
  customer_id bigint references customer on delete set null,
  state text not null check (state in ('received', 'diagnosing', 'quoted', 'waiting_parts', 'repairing', 'at_vendor',
    'ready', 'handed_over', 'refused', 'handed_back')),
  -- part_warranty: a part that an earlier ticket put in; device_warranty: a device that the shop sold
  kind text not null check (kind in ('repair', 'part_warranty', 'device_warranty')),
  -- the ticket whose part is under warranty, and the unit that is
  warranty_of bigint,
  warranty_line integer,
  unit_id bigint references unit,
  name text not null,
  -- in E.164; 'erased:…' after an erasure
  phone text not null,
  email text,
  -- such as iPhone 13 128GB đen
  device text not null,
  imei text,
  -- what the customer says
  fault text not null,
  powers_on boolean not null,
  -- parts that did not work when it was received
  broken text[] not null,
  accessories text[] not null,
  -- how it is opened. There is no field for the passcode, so that nobody types one
  unlock text not null check (unlock in ('none', 'customer', 'paper', 'maintenance')),
  -- what was lent meanwhile
  loaner text,
  notes text,
  promised_at timestamptz not null,
  received_by text not null,
  assigned_to bigint references staff,
  -- đồng for a look at the device, if the customer refuses the quote
  refusal_fee bigint not null default 0 check (refusal_fee >= 0),
  -- the customer shows it when the device is handed over
  hand_code text check (hand_code ~ '^\d{6}$'),
  wrong_codes integer not null default 0,
  blocked_until timestamptz,
  -- raised by every change
  version integer not null default 1,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'part_warranty') = (warranty_of is not null)),
  check ((warranty_of is null) = (warranty_line is null)),
  check (kind <> 'device_warranty' or unit_id is not null),
  check ((state in ('handed_over', 'handed_back')) = (ended_at is not null))
);
create index repair_ticket_by_shop on repair_ticket (shop_id, state, promised_at);
create index repair_ticket_open on repair_ticket (promised_at) where ended_at is null;
create index repair_ticket_by_phone on repair_ticket (phone);
create index repair_ticket_by_imei on repair_ticket (imei) where imei is not null;
create index repair_ticket_by_customer on repair_ticket (customer_id) where customer_id is not null;
create index repair_ticket_by_assignee on repair_ticket (assigned_to) where assigned_to is not null;
create index repair_ticket_by_warranty on repair_ticket (warranty_of, warranty_line) where warranty_of is not null;
create index repair_ticket_by_unit on repair_ticket (unit_id) where unit_id is not null;

-- One piece of work or one part.
create table repair_ticket_line (
  ticket_id bigint not null references repair_ticket,
  position integer not null,
  -- null: work that is in no list
  option_id bigint references repair_option,
  name text not null,
  price bigint not null check (price >= 0),
  warranty_months integer not null check (warranty_months between 0 and 60),
  -- offered: the customer has not said yes. agreed: work without a part. wanted: no part was free.
  state text not null check (state in ('offered', 'agreed', 'wanted', 'reserved', 'used', 'dropped')),
  serial text,
  warranty_from date,
  warranty_until date,
  primary key (ticket_id, position),
  check (state not in ('wanted', 'reserved') or option_id is not null),
  check ((warranty_from is null) = (warranty_until is null))
);
alter table repair_ticket
  add foreign key (warranty_of, warranty_line) references repair_ticket_line;
create index repair_ticket_line_by_option on repair_ticket_line (option_id) where option_id is not null;
create index repair_ticket_line_by_serial on repair_ticket_line (serial) where serial is not null;

-- Parts that left the stock of a shop, or came back: the proof of repair_part_stock. Rows are only added.
create table repair_part_move (
  part_move_id bigint generated always as identity primary key,
  ticket_id bigint not null references repair_ticket,
  option_id bigint not null references repair_option,
  shop_id integer not null references shop,
  kind text not null check (kind in ('reserve', 'release', 'use', 'broken', 'faulty')),
  serial text,
  staff_name text,
  moved_at timestamptz not null
);
create index repair_part_move_by_ticket on repair_part_move (ticket_id, part_move_id);
create index repair_part_move_by_option on repair_part_move (option_id, shop_id);
create index repair_part_move_by_shop on repair_part_move (shop_id);

-- Money that the counter took for a ticket, or gave back. Rows are only added.
create table repair_payment (
  repair_payment_id bigint generated always as identity primary key,
  ticket_id bigint not null references repair_ticket,
  shop_id integer not null references shop,
  way text not null check (way in ('cash', 'transfer', 'card')),
  -- đồng; below zero: given back
  amount bigint not null check (amount <> 0),
  -- the bank's number of a transfer, the slip of a card
  reference text,
  -- the payment that this row takes back
  reverses bigint unique references repair_payment,
  reason text,
  -- a form that is sent twice takes money once
  form_key text not null unique,
  staff_id bigint not null,
  staff_name text not null,
  paid_at timestamptz not null,
  check ((amount < 0) = (reason is not null)),
  check (amount < 0 or way = 'cash' or reference is not null)
);
create index repair_payment_by_ticket on repair_payment (ticket_id, repair_payment_id);
create index repair_payment_by_shop on repair_payment (shop_id, paid_at);
-- One transfer or slip pays once.
create unique index repair_payment_by_reference on repair_payment (way, reference) where amount > 0 and reference is not null;

-- What happened to a ticket. Rows are only added.
create table repair_event (
  repair_event_id bigint generated always as identity primary key,
  ticket_id bigint not null references repair_ticket,
  move text not null,
  state text not null,
  actor text not null check (actor in ('shopper', 'staff')),
  staff_name text,
  note text,
  happened_at timestamptz not null
);
create index repair_event_by_ticket on repair_event (ticket_id, repair_event_id);

call log_changes_of('repair_ticket', 'repair_ticket', 'ticket_id',
  ignored => '{ticket_id,booking_id,customer_id,form_key,version,created_at,ended_at,wrong_codes,blocked_until}',
  secret => '{secret,hand_code}', personal => '{name,phone,email,imei,fault,notes}');
call log_changes_of('repair_ticket_line', 'repair_ticket', 'ticket_id', ignored => '{ticket_id,position}');
call log_changes_of('repair_payment', 'repair_ticket', 'ticket_id',
  ignored => '{repair_payment_id,ticket_id,form_key,staff_id,staff_name,paid_at}');
call log_pictures_of('repair_ticket', 'repair_ticket');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'repairs.see', 'all', null),
  ('support', 'repairs.see', 'all', null),
  ('support_lead', 'repairs.see', 'all', null),
  ('sales', 'repairs.see', 'shops', null),
  ('shop_manager', 'repairs.see', 'shops', null),
  ('technician', 'repairs.see', 'shops', null),
  ('accountant', 'repairs.see', 'all', null),
  ('auditor', 'repairs.see', 'all', null),
  ('director', 'repairs.receive', 'all', null),
  ('sales', 'repairs.receive', 'shops', null),
  ('shop_manager', 'repairs.receive', 'shops', null),
  ('technician', 'repairs.receive', 'shops', null),
  ('director', 'repairs.repair', 'all', null),
  ('shop_manager', 'repairs.repair', 'shops', null),
  ('technician', 'repairs.repair', 'own', null),
  ('director', 'repairs.price', 'all', null),
  ('shop_manager', 'repairs.price', 'shops', null);
