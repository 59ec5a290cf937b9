-- What a customer of a repair may count on (decision 244).

alter table repair_ticket
  -- đồng that staff said, when they took the device in, a look at it costs at most without a repair
  add column announced_fee bigint not null default 0 check (announced_fee >= 0),
  -- the first repair under warranty of the same fault; null: this is the first, or no warranty
  add column fault_of bigint references repair_ticket,
  add check (fault_of is null or (kind <> 'repair' and fault_of < ticket_id));
update repair_ticket set announced_fee = refusal_fee where refusal_fee > 0;
create index repair_ticket_by_fault on repair_ticket (fault_of) where fault_of is not null;
create index repair_ticket_by_end on repair_ticket (ended_at) where ended_at is not null;

-- Which repairs under warranty were of one fault: those of one line, with those of the parts that they put in, and
-- those of one sold device.
with recursive repair as (
  select ticket.ticket_id, case ticket.kind when 'device_warranty' then 'unit ' || ticket.unit_id
    else ticket.warranty_of || ' ' || ticket.warranty_line end as fault
  from repair_ticket ticket left join repair_ticket old on old.ticket_id = ticket.warranty_of
  where ticket.kind = 'device_warranty' or (ticket.kind = 'part_warranty' and old.kind = 'repair')
  union all
  select later.ticket_id, repair.fault
  from repair join repair_ticket later on later.warranty_of = repair.ticket_id and later.kind = 'part_warranty'
), numbered as (
  select ticket_id, min(ticket_id) over (partition by fault) as first_id from repair
)
update repair_ticket set fault_of = first_id
from numbered where numbered.ticket_id = repair_ticket.ticket_id and first_id < repair_ticket.ticket_id;

-- Why a line that the customer had agreed to was taken off.
alter table repair_ticket_line add column drop_reason text,
  add check (drop_reason is null or state = 'dropped');

-- What the sweep of old rows looks for.
create index booking_by_time on booking (starts_at);
create index slot_by_time on slot (starts_at);
create index shop_reservation_ended on shop_reservation (expires_at) where state <> 'reserved';
create index trade_seller_by_time on trade_seller (recorded_at);
create index loan_application_ended on loan_application (ended_at) where sealed is not null;
