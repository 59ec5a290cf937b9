-- What staff know about a customer besides their orders. A customer is a phone (decision 145).

-- Written when staff first write about a customer. A phone without a row has no notes and is not blocked.
create table customer_profile (
  customer_profile_id bigint generated always as identity primary key,
  phone text not null unique,
  -- prepay: pays before delivery; no_orders: new orders are refused; null: as everybody
  block text check (block in ('prepay', 'no_orders')),
  block_reason text,
  -- raised by every block and unblock, so that two people do not undo each other
  version integer not null default 1,
  changed_by text,
  created_at timestamptz not null,
  constraint customer_block_has_reason check ((block is null) = (block_reason is null))
);

-- What staff did and wrote about a customer. Rows are only added.
create table customer_event (
  customer_event_id bigint generated always as identity primary key,
  customer_profile_id bigint not null references customer_profile,
  kind text not null check (kind in ('note', 'phone_shown', 'prepay', 'no_orders', 'unblocked')),
  text text,
  staff_name text not null,
  happened_at timestamptz not null,
  check ((kind = 'phone_shown') = (text is null))
);
create index customer_event_by_profile on customer_event (customer_profile_id, customer_event_id);

call log_changes_of('customer_profile', 'customer', 'customer_profile_id', ignored =>
  '{customer_profile_id,version,changed_by,created_at}', personal => '{phone,block_reason}');
call log_changes_of('customer_event', 'customer', 'customer_profile_id', ignored =>
  '{customer_event_id,customer_profile_id,staff_name,happened_at}', personal => '{text}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'customers.see', 'all', null),
  ('support', 'customers.see', 'all', null),
  ('support_lead', 'customers.see', 'all', null),
  ('sales', 'customers.see', 'shops', null),
  ('shop_manager', 'customers.see', 'shops', null),
  ('accountant', 'customers.see', 'all', null),
  ('auditor', 'customers.see', 'all', null),
  ('director', 'customers.note', 'all', null),
  ('support', 'customers.note', 'all', null),
  ('support_lead', 'customers.note', 'all', null),
  ('sales', 'customers.note', 'shops', null),
  ('shop_manager', 'customers.note', 'shops', null),
  ('director', 'customers.block', 'all', null),
  ('support_lead', 'customers.block', 'all', null);
