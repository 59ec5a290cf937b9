-- Which move of shop/order/order-states.ts it was, who made it, and words for the shopper.
alter table sales_order_event add column move text;
alter table sales_order_event add column actor text not null default 'system'
  check (actor in ('system', 'shopper', 'staff', 'money', 'clock'));

-- A message is written as what it is about and rendered when it goes out: the order's transaction stays short.
alter table outbox alter column body drop not null;
alter table outbox add column facts jsonb not null default '{}';
-- sending: somebody took it, next_try_at says until when it is theirs; dropped: no longer true when it was due
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('waiting', 'sending', 'sent', 'failed', 'dropped'));
drop index outbox_waiting;
create index outbox_due on outbox (next_try_at) where state in ('waiting', 'sending');
create index outbox_left_carts on outbox (lower(recipient), created_at) where template = 'cart_left';
create index outbox_by_order on outbox (order_id) where order_id is not null;

-- Whom a left cart's reminder went to, so that its link can also say "no more of these".
alter table abandoned_cart add column email text;
create table mail_opt_out (
  email_hash bytea primary key,                  -- SHA-256 of the address in lower case
  created_at timestamptz not null
);
create index quote_left_open on quote (created_at) where is_open and recipient is not null;
