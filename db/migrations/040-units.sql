-- Needs every older process stopped: it would ship units without naming them.
-- Units with an IMEI or a serial number (decision 132).

alter table product
  -- what identifies each unit of it; null: its units are counted, not named
  add column identified_by text check (identified_by in ('imei', 'serial'));

-- Units on hand without a row of `unit`: on_hand = unnamed + units in stock.
alter table stock add column unnamed integer not null default 0;
update stock set unnamed = on_hand where on_hand > 0;
alter table stock add constraint stock_unnamed check (unnamed between 0 and on_hand);

create table unit (
  unit_id bigint generated always as identity primary key,
  product_id bigint not null,
  imei1 text check (imei1 ~ '^\d{15}$'),
  imei2 text check (imei2 ~ '^\d{15}$'),
  serial text check (serial ~ '^[0-9A-Z][0-9A-Z-]{3,39}$'),
  state text not null constraint unit_state
    check (state in ('in_stock', 'in_transfer', 'sold', 'faulty', 'locked', 'written_off')),
  shop_id bigint,
  transfer_id bigint,
  order_code text,                               -- of the order it was sold with
  cost bigint check (cost >= 0),                 -- đồng
  warranty_from date,
  warranty_until date,
  lock_reason text check (lock_reason <> ''),
  created_at timestamptz not null,
  foreign key (product_id, shop_id) references stock,
  constraint unit_has_a_code check (num_nonnulls(imei1, serial) > 0 and (imei2 is null or imei1 is not null)),
  -- A unit is in one place: at a shop, on the way, or with the customer of an order. Only one written off is nowhere.
  constraint unit_in_one_place check (
    num_nonnulls(shop_id, transfer_id, order_code) = case state when 'written_off' then 0 else 1 end),
  constraint unit_place_of_state check (case state
    when 'in_transfer' then transfer_id is not null
    when 'sold' then order_code is not null
    when 'written_off' then true
    else shop_id is not null end),
  constraint unit_lock_has_reason check ((state = 'locked') = (lock_reason is not null)),
  check ((warranty_from is null) = (warranty_until is null))
);
create index unit_by_product on unit (product_id, shop_id, unit_id);
create index unit_by_state on unit (state, unit_id);
create index unit_by_shop on unit (shop_id, state, unit_id) where shop_id is not null;
create index unit_by_order on unit (order_code) where order_code is not null;
create index unit_by_transfer on unit (transfer_id) where transfer_id is not null;

-- Every IMEI and serial number of a unit. Its key refuses a second unit with one of them, in whichever column. Only
-- the triggers of `unit` write it.
create table unit_code (
  code text collate "C" primary key,
  unit_id bigint not null
);
create index unit_code_by_unit on unit_code (unit_id);

create function name_new_units() returns trigger language plpgsql as $$
begin
  insert into unit_code (code, unit_id)
  select code, unit_id from named cross join lateral (values (imei1), (imei2), (serial)) list (code)
  where code is not null;
  return null;
end $$;
create trigger name_new_units after insert on unit
  referencing new table as named for each statement execute function name_new_units();

create function rename_unit() returns trigger language plpgsql as $$
begin
  delete from unit_code where unit_id = old.unit_id;
  if tg_op = 'DELETE' then
    return null;
  end if;
  insert into unit_code (code, unit_id)
  select code, new.unit_id from unnest(array[new.imei1, new.imei2, new.serial]) code where code is not null;
  return null;
end $$;
create trigger rename_unit after delete or update of imei1, imei2, serial on unit
  for each row execute function rename_unit();

-- What happened to a unit. Rows are only added.
create table unit_event (
  unit_event_id bigint generated always as identity primary key,
  unit_id bigint not null references unit,
  move text not null,
  from_state text,
  to_state text not null,
  shop_id bigint references shop,                -- where it was, or where it came to
  document text,
  reason text,
  staff_name text,
  happened_at timestamptz not null
);
create index unit_event_by_unit on unit_event (unit_id, unit_event_id);
create function refuse_unit_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of unit_event stay' using errcode = 'check_violation', constraint = 'unit_event_stays';
end $$;
create trigger unit_event_stays before update or delete on unit_event
  for each statement execute function refuse_unit_event_change();

-- A movement of one unit names it. All other movements are of units without a row.
alter table stock_movement
  add column unit_id bigint references unit,
  add constraint stock_movement_of_one_unit check (unit_id is null or quantity in (1, -1)),
  drop constraint stock_movement_kind,
  add constraint stock_movement_kind check (kind in ('opening', 'import', 'count', 'adjustment', 'sale', 'return',
    'receipt', 'transfer_out', 'transfer_in'));
create index stock_movement_by_unit on stock_movement (unit_id, stock_movement_id) where unit_id is not null;

create or replace function move_stock() returns trigger language plpgsql as $$
begin
  perform from stock join (select distinct product_id, shop_id from moved) part using (product_id, shop_id)
  order by stock.product_id, stock.shop_id for no key update of stock;
  update stock set on_hand = on_hand + part.quantity,
    unnamed = stock.unnamed + part.unnamed,
    quantity = greatest(0, stock.quantity - shortage + part.unreserved),
    shortage = greatest(0, shortage - stock.quantity - part.unreserved)
  from (select product_id, shop_id, sum(quantity)::integer as quantity,
      coalesce(sum(quantity) filter (where kind <> 'sale'), 0)::integer as unreserved,
      coalesce(sum(quantity) filter (where unit_id is null), 0)::integer as unnamed
    from moved group by product_id, shop_id) part
  where stock.product_id = part.product_id and stock.shop_id = part.shop_id;
  return null;
end $$;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'stock.move', 'all', null),
  ('shop_manager', 'stock.move', 'shops', null),
  ('warehouse', 'stock.move', 'shops', null),
  ('director', 'stock.cost', 'all', null),
  ('accountant', 'stock.cost', 'all', null),
  ('category_manager', 'stock.cost', 'all', null),
  ('auditor', 'stock.cost', 'all', null);
