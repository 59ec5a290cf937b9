-- Orders are assigned to members of staff, who may then see and move them (decision 126).

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
