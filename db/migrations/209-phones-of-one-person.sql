-- Staff say that phones are of one person (decision 268). Orders, carts and accounts stay what they are.

-- Phones of one person have the same value; null: alone. It says nothing by itself.
alter table customer_profile add column person uuid;
-- Why staff say so: at the phone that was added, so that it is erased with that phone.
alter table customer_profile add column person_reason text;
alter table customer_profile add constraint customer_person_before_reason
  check (person is not null or person_reason is null);
create index customer_profile_by_person on customer_profile (person) where person is not null;

drop trigger log_change on customer_profile;
call log_changes_of('customer_profile', 'customer', 'customer_profile_id', ignored =>
  '{customer_profile_id,version,changed_by,created_at}', personal => '{phone,block_reason,person_reason}');

alter table customer_event drop constraint customer_event_kind_check;
alter table customer_event add constraint customer_event_kind_check
  check (kind in ('note', 'phone_shown', 'prepay', 'no_orders', 'unblocked', 'joined', 'parted'));

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'customers.join', 'all', null),
  ('support_lead', 'customers.join', 'all', null);
