-- Used devices follow their units and not only their stock (decision 222).

-- The units that an order took away, for returns: which of them the shop bought back later.
create index stock_movement_of_sold_unit on stock_movement (document)
  where unit_id is not null and kind in ('sale', 'exchange');

-- The state after a change of the stock. Whoever withdraws a device while an order waits for it wins: the state is that
-- of the row as it is when it is written.
create function used_state_after(state text, unit_state text, on_hand bigint, free bigint) returns text
language sql immutable as $$
  select case
    when unit_state = 'sold' and on_hand = 0 then 'sold'
    -- Nobody buys it until staff have looked at it and offer it again.
    when unit_state in ('locked', 'faulty', 'written_off') then 'withdrawn'
    when state in ('draft', 'withdrawn') then state
    when free > 0 then 'listed'
    else 'held' end
$$;

create or replace function follow_used_stock() returns trigger language plpgsql as $$
declare twice bigint;
begin
  if not exists (select from new_rows join used_unit using (product_id)) then
    return null;
  end if;
  -- A unit moves before its stock. So a piece without its unit, such as one that was counted after the sale, is refused.
  select used.product_id into twice
  from used_unit used join unit using (unit_id) join stock on stock.product_id = used.product_id
  where used.product_id in (select product_id from new_rows)
  group by used.product_id, unit.unit_id
  having sum(on_hand) > (unit.state = 'in_stock' and unit.product_id = used.product_id)::integer
  limit 1;
  if found then
    raise exception 'the used device % exists once', twice
      using errcode = 'check_violation', constraint = 'used_unit_exists_once';
  end if;
  with changed as (
    update used_unit used set
      state = used_state_after(used.state, part.unit_state, part.on_hand, part.free),
      shop_id = coalesce(part.shop_id, used.shop_id)
    from (
      select one.imei_id, unit.state as unit_state, here.shop_id, coalesce(here.on_hand, 0) as on_hand,
        coalesce(here.free, 0) as free
      -- A unit that came back as another device leaves its former passport as it is.
      from used_unit one join unit on unit.unit_id = one.unit_id and unit.product_id = one.product_id
        cross join lateral (
          select sum(on_hand) as on_hand, sum(quantity) as free, max(stock.shop_id) filter (where on_hand > 0) as shop_id
          from stock where stock.product_id = one.product_id) here
      where one.product_id in (select product_id from new_rows)) part
    where used.imei_id = part.imei_id
      and (used.state, used.shop_id) is distinct from
        (used_state_after(used.state, part.unit_state, part.on_hand, part.free), coalesce(part.shop_id, used.shop_id))
    returning used.product_id, used.state
  )
  -- Carts look at the item alone.
  update product item set is_active = false from changed
  where item.product_id = changed.product_id and changed.state = 'withdrawn' and item.is_active;
  return null;
end $$;

-- A unit that is lost on the way has no stock that changes.
create function follow_used_loss() returns trigger language plpgsql as $$
begin
  if not exists (
    select from new_rows unit join used_unit used using (unit_id, product_id)
    where unit.state = 'written_off' and used.state in ('draft', 'listed', 'held')) then
    return null;
  end if;
  with changed as (
    update used_unit used set state = 'withdrawn' from new_rows unit
    where used.unit_id = unit.unit_id and used.product_id = unit.product_id
      and unit.state = 'written_off' and used.state in ('draft', 'listed', 'held')
    returning used.product_id
  )
  update product item set is_active = false from changed
  where item.product_id = changed.product_id and item.is_active;
  return null;
end $$;
create trigger follow_used_loss after update on unit
  referencing new table as new_rows for each statement execute function follow_used_loss();

-- A statement that changes no passport wakes the triggers of the table all the same, and they drop all cached lists.
create or replace function follow_used_price() returns trigger language plpgsql as $$
begin
  if not exists (
    select from new_rows paid join used_unit used using (product_id)
    where paid.province_id is null and paid.customer_group_id is null
      and used.price is distinct from coalesce(paid.sale_price, paid.list_price)) then
    return null;
  end if;
  update used_unit used set price = coalesce(paid.sale_price, paid.list_price)
  from new_rows paid
  where paid.product_id = used.product_id and paid.province_id is null and paid.customer_group_id is null
    and used.price is distinct from coalesce(paid.sale_price, paid.list_price);
  return null;
end $$;

-- Devices whose unit nobody can sell were held until now.
with changed as (
  update used_unit used set state = 'withdrawn' from unit
  where unit.unit_id = used.unit_id and unit.product_id = used.product_id
    and unit.state in ('locked', 'faulty', 'written_off') and used.state in ('draft', 'listed', 'held')
  returning used.product_id
)
update product item set is_active = false from changed
where item.product_id = changed.product_id and item.is_active;
