-- Who keeps prices in memory or on pages hears of what makes them: promotions, flash sales, combos.
-- Tags: product:{version} for the goods that are reached; prices where those are more than 500 (all
-- prices are then read anew, nothing else); offers beside each, for who waits for the next edge of a
-- window. A sale of a slot tells nothing: only the one that turns a quota used up, or back.

create function tell_prices(item_ids bigint[]) returns void language plpgsql as $$
declare versions bigint[];
begin
  if cardinality(item_ids) > 2000 then
    perform pg_notify('shop_change', 'prices');
  elsif cardinality(item_ids) > 0 then
    versions := versions_of(item_ids);
    if cardinality(versions) > 500 then
      perform pg_notify('shop_change', 'prices');
    else
      perform tell_products(versions);
    end if;
  end if;
  perform pg_notify('shop_change', 'offers');
end $$;

-- The goods that targets name, by themselves or by a category above them.
create function goods_of_targets(product_ids bigint[], category_ids bigint[]) returns bigint[]
language sql stable as $$
  select coalesce(array_agg(product_id), '{}') from (
    select product_id from unnest(product_ids) as each (product_id) where product_id is not null
    union
    (select product.product_id from category
     join product on product.category_id = category.category_id and product.type = 'configurable'
     where category.path && array_remove(category_ids, null) limit 501)
    limit 2001
  ) reached
$$;

create function goods_of_promotions(promotion_ids bigint[]) returns bigint[] language sql stable as $$
  select goods_of_targets(array_agg(product_id), array_agg(category_id))
  from promotion_target where promotion_id = any(promotion_ids)
$$;

-- promotion: its targets tell when they come and go, so a new one says nothing of goods, and one that
-- is deleted takes them along. Payment offers reach everything that is sold.

create function tell_promotions_new() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_change', 'offers');
  if exists (select from new_rows where kind = 'payment') then
    perform pg_notify('shop_change', 'prices');
  end if;
  return null;
end $$;
create function tell_promotions_old() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_change', 'offers');
  if exists (select from old_rows where kind = 'payment') then
    perform pg_notify('shop_change', 'prices');
  end if;
  return null;
end $$;
create function tell_promotions_changed() returns trigger language plpgsql as $$
declare changed bigint[];
begin
  select array_agg(promotion_id) into changed
  from new_rows join old_rows using (promotion_id)
  where to_jsonb(new_rows) <> to_jsonb(old_rows);
  if changed is null then return null; end if;
  perform tell_prices(goods_of_promotions(changed));
  if exists (select from new_rows where kind = 'payment' and promotion_id = any(changed)) then
    perform pg_notify('shop_change', 'prices');
  end if;
  return null;
end $$;
create trigger tell_insert after insert on promotion
  referencing new table as new_rows for each statement execute function tell_promotions_new();
create trigger tell_update after update on promotion
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_promotions_changed();
create trigger tell_delete after delete on promotion
  referencing old table as old_rows for each statement execute function tell_promotions_old();

create function tell_targets_new() returns trigger language plpgsql as $$
begin
  perform tell_prices(goods_of_targets(array(select product_id from new_rows limit 2001),
    array(select distinct category_id from new_rows)));
  return null;
end $$;
create function tell_targets_old() returns trigger language plpgsql as $$
begin
  perform tell_prices(goods_of_targets(array(select product_id from old_rows limit 2001),
    array(select distinct category_id from old_rows)));
  return null;
end $$;
create function tell_targets_changed() returns trigger language plpgsql as $$
begin
  perform tell_prices(goods_of_targets(
    array(select product_id from new_rows union select product_id from old_rows limit 2001),
    array(select category_id from new_rows union select category_id from old_rows)));
  return null;
end $$;
create trigger tell_insert after insert on promotion_target
  referencing new table as new_rows for each statement execute function tell_targets_new();
create trigger tell_update after update on promotion_target
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_targets_changed();
create trigger tell_delete after delete on promotion_target
  referencing old table as old_rows for each statement execute function tell_targets_old();

-- flash_sale: its goods tell when they come and go ---------------------------------------------------

create function tell_flash_changed() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(
    select item.product_id from new_rows
    join old_rows using (flash_sale_id)
    join flash_sale_item item using (flash_sale_id)
    where to_jsonb(new_rows) <> to_jsonb(old_rows) limit 2001));
  return null;
end $$;
create trigger tell_update after update on flash_sale
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_flash_changed();

create function tell_offered_new() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(select product_id from new_rows limit 2001));
  return null;
end $$;
create function tell_offered_old() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(select product_id from old_rows limit 2001));
  return null;
end $$;
create function tell_offered_changed() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(
    select product_id from (
      (select * from new_rows except select * from old_rows)
      union all
      (select * from old_rows except select * from new_rows)
    ) changed group by product_id limit 2001));
  return null;
end $$;
create trigger tell_insert after insert on flash_sale_item
  referencing new table as new_rows for each statement execute function tell_offered_new();
create trigger tell_update after update on flash_sale_item
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_offered_changed();
create trigger tell_delete after delete on flash_sale_item
  referencing old table as old_rows for each statement execute function tell_offered_old();

-- combo: the page of the main thing shows it ----------------------------------------------------------

create function tell_combos_new() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(select main_product_id from new_rows limit 2001));
  return null;
end $$;
create function tell_combos_old() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(select main_product_id from old_rows limit 2001));
  return null;
end $$;
create function tell_combos_changed() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(
    select main_product_id from new_rows union select main_product_id from old_rows limit 2001));
  return null;
end $$;
create trigger tell_insert after insert on combo
  referencing new table as new_rows for each statement execute function tell_combos_new();
create trigger tell_update after update on combo
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_combos_changed();
create trigger tell_delete after delete on combo
  referencing old table as old_rows for each statement execute function tell_combos_old();

create function tell_combo_items_new() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(
    select main_product_id from new_rows join combo using (combo_id) limit 2001));
  return null;
end $$;
create function tell_combo_items_old() returns trigger language plpgsql as $$
begin
  perform tell_prices(array(
    select main_product_id from old_rows join combo using (combo_id) limit 2001));
  return null;
end $$;
create trigger tell_insert after insert on combo_item
  referencing new table as new_rows for each statement execute function tell_combo_items_new();
create trigger tell_update after update on combo_item
  referencing new table as new_rows for each statement execute function tell_combo_items_new();
create trigger tell_delete after delete on combo_item
  referencing old table as old_rows for each statement execute function tell_combo_items_old();

-- quota: told only when it turns used up or back, or is made larger or smaller -----------------------

create function tell_quota_turn() returns trigger language plpgsql as $$
declare turned bigint[];
begin
  -- Nearly every sale ends here.
  select array_agg(quota_id) into turned
  from new_rows join old_rows using (quota_id)
  where (new_rows.total > new_rows.taken) is distinct from (old_rows.total > old_rows.taken)
    or new_rows.total is distinct from old_rows.total;
  if turned is null then return null; end if;
  perform tell_prices(
    array(select product_id from flash_sale_item where quota_id = any(turned) limit 2001)
    || goods_of_promotions(array(select promotion_id from promotion where quota_id = any(turned))));
  return null;
end $$;
create trigger tell_update after update on quota
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_quota_turn();

create index promotion_by_quota on promotion (quota_id) where quota_id is not null;
-- The next edge of any window, for the timer that each process keeps.
create index promotion_by_start on promotion (starts_at) where is_active and starts_at is not null;
create index promotion_by_end on promotion (ends_at) where is_active and ends_at is not null;
create index flash_sale_by_start on flash_sale (starts_at) where is_active;
create index price_day_by_day on price_day (day);

do $$
declare emptied text;
begin
  foreach emptied in array array['promotion', 'promotion_target', 'flash_sale', 'flash_sale_item',
    'combo', 'combo_item'] loop
    execute format('create trigger tell_truncate after truncate on %I
      for each statement execute function tell_tag(''*'')', emptied);
  end loop;
end $$;
