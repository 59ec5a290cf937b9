-- Orders are assigned to members of staff, and their shoppers called one after another (decisions 126, 127).

alter table sales_order add column assigned_to bigint references staff;
create index sales_order_by_assigned on sales_order (assigned_to, state, created_at desc, order_id desc)
  where assigned_to is not null;

-- 'assigned': the text is the name of the member of staff. 'unassigned': nobody, and no text.
alter table sales_order_staff_event
  drop constraint sales_order_staff_event_kind_check,
  drop constraint sales_order_staff_event_check,
  add constraint sales_order_staff_event_kind
    check (kind in ('note', 'courier_note', 'phone_shown', 'assigned', 'unassigned')),
  add constraint sales_order_staff_event_text
    check ((kind in ('phone_shown', 'unassigned')) = (text is null));

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'orders.assign', 'all', null),
  ('support_lead', 'orders.assign', 'all', null),
  ('shop_manager', 'orders.assign', 'shops', null);

-- When an order is called next, and who is calling its shopper now. An order without a row was never called.
create table order_call (
  order_id bigint primary key references sales_order,
  -- null: since the order was made
  due_at timestamptz,
  taken_by bigint references staff,
  taken_until timestamptz,
  constraint order_call_taken check ((taken_by is null) = (taken_until is null))
);
-- A member of staff calls one shopper at a time.
create unique index order_call_by_caller on order_call (taken_by) where taken_by is not null;

-- What came of each call. Rows are only added.
create table call_attempt (
  call_attempt_id bigint generated always as identity primary key,
  order_id bigint not null references sales_order,
  position integer not null check (position > 0),
  staff_id bigint not null references staff,
  staff_name text not null,
  outcome text not null check (
    outcome in ('agreed', 'no_answer', 'change_goods', 'wrong_number', 'cancel', 'callback')
  ),
  note text,
  -- when the order is called again; null: not again
  next_at timestamptz,
  happened_at timestamptz not null,
  -- the same call cannot be written twice
  unique (order_id, position),
  constraint call_attempt_callback check (outcome <> 'callback' or next_at is not null)
);
create index call_attempt_by_staff on call_attempt (staff_id);

create function refuse_call_attempt_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of call_attempt stay as they are'
    using errcode = 'check_violation', constraint = 'call_attempt_stays';
end $$;
create trigger call_attempt_stays before update or delete on call_attempt
  for each statement execute function refuse_call_attempt_change();
