-- What staff need to work with orders: who moved one and why, whether it changed meanwhile, and quick lists.

alter table sales_order
  -- raised by every move, so that staff never decide on what they no longer see
  add column version integer not null default 1,
  -- money for it has been received; a later refund does not change that
  add column is_paid boolean not null default false,
  -- the shop that answers for it: where it is picked up, else where most of its units are reserved
  add column shop_id integer references shop;

alter table sales_order_event
  -- the version of the order after this move; null for moves from before 033
  add column version integer,
  add column staff_name text,
  -- a code of contracts/staff/orders.ts; `note` is what the shopper reads
  add column reason text,
  -- what only staff read
  add column staff_note text;

-- What staff did with an order without moving it. No shopper reads these rows.
create table sales_order_staff_event (
  staff_event_id bigint generated always as identity primary key,
  order_id bigint not null references sales_order,
  kind text not null check (kind in ('note', 'courier_note', 'phone_shown')),
  text text check ((kind = 'phone_shown') = (text is null)),
  staff_name text not null,
  happened_at timestamptz not null
);
create index sales_order_staff_event_by_order on sales_order_staff_event (order_id);

update sales_order o set is_paid = true
where exists (select from payment where payment.order_id = o.order_id and payment.state = 'paid');

update sales_order o set shop_id = coalesce(picked.shop_id, reserved.shop_id)
from sales_order source
  left join shop picked on source.recipient->>'shipping_method' = 'store_pickup'
    and picked.shop_id = (source.recipient->>'erp_shop_id')::integer
  left join (
    select distinct on (order_id) order_id, shop_id from reservation
    where kind = 'stock' and order_id is not null
    group by order_id, shop_id order by order_id, sum(quantity) desc, shop_id
  ) reserved on reserved.order_id = source.order_id
where source.order_id = o.order_id;

-- Words of the names in an order without accents, as pure/vietnamese/vietnamese-text.ts folds them.
create function names_of_order(recipient jsonb) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple'::regconfig, translate(lower(regexp_replace(
    normalize(coalesce(recipient->>'name', '') || ' ' || coalesce(recipient->>'recipient_name', ''), nfd),
    '[\u0300-\u036f]', '', 'g')), 'đ', 'd'))
$$;

-- Every list is sorted by the time of its orders.
create index sales_order_by_time on sales_order (created_at desc, order_id desc);
create index sales_order_by_state on sales_order (state, created_at desc, order_id desc);
create index sales_order_by_shop on sales_order (shop_id, state, created_at desc, order_id desc);
create index sales_order_by_province on sales_order (province_id, state, created_at desc, order_id desc);
create index sales_order_by_method on sales_order (payment_method, state, created_at desc, order_id desc);
-- A phone is found by its last digits, so it is indexed from its end.
create index sales_order_by_phone on sales_order (reverse(phone) text_pattern_ops);
create index sales_order_by_recipient_phone on sales_order (reverse(recipient->>'recipient_phone') text_pattern_ops)
  where recipient->>'recipient_phone' is not null;
create index sales_order_by_name on sales_order
  using gin (names_of_order(recipient));
-- Without it, PostgreSQL takes every kind of delivery for rare.
create statistics sales_order_delivery on (recipient->>'shipping_method') from sales_order;

-- What waits for staff, oldest first.
create index refund_for_staff on refund (created_at) where state in ('due', 'failed');
create index outbox_failed on outbox (created_at) where state = 'failed';
