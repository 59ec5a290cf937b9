-- Browsers that are told of items by web push (decision 204).
create table push_subscription (
  push_subscription_id bigint generated always as identity primary key,
  -- SHA-256 of the endpoint, by which a browser that subscribes again is found
  endpoint_hash bytea not null unique,
  -- endpoint and keys, encrypted: whoever has them could write to this browser
  sealed bytea not null,
  customer_id bigint references customer on delete set null,
  created_at timestamptz not null
);
create index push_subscription_by_customer on push_subscription (customer_id) where customer_id is not null;

alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('email', 'sms', 'push'));
alter table product_notice drop constraint product_notice_channel_check;
alter table product_notice add constraint product_notice_channel_check
  check (channel in ('email', 'sms', 'push'));
alter table product_notice drop constraint product_notice_check;
-- The e-mail in small letters, the phone in E.164, or 'push:' and the number of the subscription.
alter table product_notice add constraint product_notice_recipient_check check (case channel
  when 'email' then recipient = lower(recipient)
  when 'sms' then recipient like '+%'
  else recipient like 'push:%' end);
