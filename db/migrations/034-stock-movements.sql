-- Needs every older process stopped: it would set stock without a movement.
-- On hand is the sum of movements (decision 123). `quantity` stays the free quantity.

alter table stock
  alter column quantity set default 0,
  add column on_hand integer not null default 0 check (on_hand >= 0),
  -- reserved units that are not on hand: a count found fewer than orders have reserved
  add column shortage integer not null default 0 check (shortage >= 0);

-- since when the reserved units have left the shop; they are neither on hand nor reserved any more
alter table reservation add column shipped_at timestamptz;
update reservation set shipped_at = coalesce((
    select min(event.happened_at) from sales_order_event event
    where event.order_id = reservation.order_id and event.move = 'ship'), sold.created_at)
from sales_order sold
where sold.order_id = reservation.order_id and sold.state in ('shipping', 'delivered')
  and reservation.kind = 'stock' and reservation.released_at is null;
drop index reservation_by_stock;
create index reservation_by_stock on reservation (product_id, shop_id)
  where kind = 'stock' and released_at is null and shipped_at is null;

-- Imports of earlier releases deleted stock rows of which orders had reserved units.
insert into stock (product_id, shop_id)
select distinct product_id, shop_id from reservation
  join product using (product_id) join shop using (shop_id)
where reservation.kind = 'stock' and released_at is null and shipped_at is null
on conflict do nothing;

update stock set on_hand = quantity + coalesce((
  select sum(reservation.quantity) from reservation
  where reservation.product_id = stock.product_id and reservation.shop_id = stock.shop_id
    and kind = 'stock' and released_at is null and shipped_at is null), 0);

alter table stock
  add constraint stock_shortage_or_free check (shortage = 0 or quantity = 0),
  -- reserved = on_hand - quantity + shortage
  add constraint stock_reserved_not_negative check (quantity <= on_hand + shortage);

-- Every change of on hand. Rows are only added.
create table stock_movement (
  stock_movement_id bigint generated always as identity primary key,
  product_id bigint not null,
  shop_id bigint not null,
  quantity integer not null check (quantity <> 0),
  kind text not null constraint stock_movement_kind
    check (kind in ('opening', 'import', 'count', 'adjustment', 'sale', 'return')),
  document text,                                 -- the code of the order, the name of the file
  reason text,
  cost bigint check (cost >= 0),                 -- đồng for one unit
  staff_name text,
  request_id text,
  created_at timestamptz not null default now(),
  foreign key (product_id, shop_id) references stock
);

insert into stock_movement (product_id, shop_id, quantity, kind)
select product_id, shop_id, on_hand, 'opening' from stock where on_hand > 0 order by product_id, shop_id;
create index stock_movement_by_stock_row on stock_movement (product_id, shop_id, stock_movement_id);

-- A movement changes on hand itself, whoever writes it. A sale takes reserved units; every other movement changes
-- what is free by the same quantity.
create function move_stock() returns trigger language plpgsql as $$
begin
  perform from stock join (select distinct product_id, shop_id from moved) part using (product_id, shop_id)
  order by stock.product_id, stock.shop_id for no key update of stock;
  update stock set on_hand = on_hand + part.quantity,
    quantity = greatest(0, stock.quantity - shortage + part.unreserved),
    shortage = greatest(0, shortage - stock.quantity - part.unreserved)
  from (select product_id, shop_id, sum(quantity)::integer as quantity,
      coalesce(sum(quantity) filter (where kind <> 'sale'), 0)::integer as unreserved
    from moved group by product_id, shop_id) part
  where stock.product_id = part.product_id and stock.shop_id = part.shop_id;
  return null;
end $$;
create trigger move_stock after insert on stock_movement
  referencing new table as moved for each statement execute function move_stock();

create function refuse_stock_change() returns trigger language plpgsql as $$
begin
  raise exception 'on hand changes only by a row of stock_movement, and these rows stay'
    using errcode = 'check_violation', constraint = 'stock_by_movement';
end $$;
create trigger stock_movement_stays before update or delete on stock_movement
  for each statement execute function refuse_stock_change();
create trigger on_hand_by_movement before update of on_hand on stock
  for each row when (pg_trigger_depth() = 0 and new.on_hand <> old.on_hand)
  execute function refuse_stock_change();
create trigger on_hand_opens_empty before insert on stock
  for each row when (new.on_hand <> 0) execute function refuse_stock_change();
