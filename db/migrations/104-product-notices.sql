-- Who wants to hear that an item is back in stock or costs less (decision 203).
create table product_notice (
  product_notice_id bigint generated always as identity primary key,
  kind text not null check (kind in ('stock', 'price')),
  -- the item: one colour
  product_id bigint not null references product on delete cascade,
  -- who asked; null: a guest who is forgotten
  customer_id bigint references customer on delete set null,
  channel text not null check (channel in ('email', 'sms')),
  -- the e-mail in small letters, or the phone in E.164
  recipient text not null check (case channel when 'email' then recipient = lower(recipient)
    else recipient like '+%' end),
  -- opens the page that confirms and stops it
  secret text not null unique,
  state text not null check (state in ('unconfirmed', 'waiting', 'sent', 'stopped')),
  -- đồng; a lower price is told of
  price_seen bigint check (price_seen > 0),
  -- Messages so far. A message that came too late is withdrawn, and the next event makes another one.
  told_count integer not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  check ((kind = 'price') = (price_seen is not null)),
  check ((state in ('sent', 'stopped')) = (ended_at is not null))
);
-- One open wish of an address for an item.
create unique index product_notice_open on product_notice (recipient, product_id, kind)
  where state in ('unconfirmed', 'waiting');
create index product_notice_of_product on product_notice (product_id);
create index product_notice_by_customer on product_notice (customer_id) where customer_id is not null;
create index product_notice_by_recipient on product_notice (recipient, ended_at);
-- The job asks what waits twice a minute.
create index product_notice_waiting on product_notice (product_notice_id) where state = 'waiting';
