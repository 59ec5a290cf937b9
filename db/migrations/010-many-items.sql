-- A statement that touched more items than are looked at told of the first 2,000 only, when those
-- lay in 500 versions or fewer: five colours a version are enough for it. Now it says *.

create function tell_items(item_ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(item_ids) > 2000 then
    perform pg_notify('shop_change', '*');
  else
    perform tell_products(versions_of(item_ids));
  end if;
end $$;

create or replace function tell_of_new_rows() returns trigger language plpgsql as $$
begin
  perform tell_items(array(select distinct product_id from new_rows limit 2001));
  return null;
end $$;
create or replace function tell_of_old_rows() returns trigger language plpgsql as $$
begin
  perform tell_items(array(select distinct product_id from old_rows limit 2001));
  return null;
end $$;
create or replace function tell_of_changed_rows() returns trigger language plpgsql as $$
begin
  perform tell_items(array(
    select product_id from (
      (select * from new_rows except select * from old_rows)
      union all
      (select * from old_rows except select * from new_rows)
    ) changed group by product_id limit 2001));
  return null;
end $$;

create or replace function tell_stock_new() returns trigger language plpgsql as $$
begin
  perform tell_items(array(select distinct product_id from new_rows where quantity > 0 limit 2001));
  return null;
end $$;
create or replace function tell_stock_old() returns trigger language plpgsql as $$
begin
  perform tell_items(array(select distinct product_id from old_rows where quantity > 0 limit 2001));
  return null;
end $$;
create or replace function tell_stock_turn() returns trigger language plpgsql as $$
begin
  -- Nearly every sale ends here: asking first whether anything turned spares it the rest.
  if exists (select from new_rows join old_rows using (product_id, shop_id)
             where (new_rows.quantity > 0) <> (old_rows.quantity > 0))
    or (select count(*) from new_rows) <> (select count(*) from new_rows join old_rows using (product_id, shop_id))
  then
    perform tell_items(array(
      select distinct product_id from new_rows
      left join old_rows using (product_id, shop_id)
      where (new_rows.quantity > 0) is distinct from (old_rows.quantity > 0) limit 2001));
  end if;
  return null;
end $$;
