-- Who keeps goods in memory or pages as bytes must hear of changes (platform/change-feed.ts).
-- Triggers tell, so that a change by hand in SQL is heard like any other. They run once a statement;
-- PostgreSQL sends equal notices of a transaction once, and none of a transaction that is undone.
-- Tags: product:{number of the version}, category:{number}, catalog, content, locations, and * for
-- anything: a statement on more than 500 products says only that.

create function tell_products(product_ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(product_ids) > 500 then
    perform pg_notify('shop_change', '*');
  else
    perform pg_notify('shop_change', 'product:' || product_id)
    from (select distinct product_id from unnest(product_ids) as each (product_id)) told
    where product_id is not null;
  end if;
end $$;

-- The versions that items belong to; a number that is a version, or is gone already, stands for itself.
create function versions_of(item_ids bigint[]) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct coalesce(product.parent_id, item.product_id)), '{}')
  from unnest(item_ids) as item (product_id)
  left join product using (product_id)
$$;

create function tell_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('shop_change', tg_argv[0]);
  return null;
end $$;

-- product: the row itself may be gone, so its parent is read from the statement's own rows ---------

create function tell_product_new() returns trigger language plpgsql as $$
begin
  perform tell_products(array(select distinct coalesce(parent_id, product_id) from new_rows limit 501));
  return null;
end $$;
create function tell_product_old() returns trigger language plpgsql as $$
begin
  perform tell_products(array(select distinct coalesce(parent_id, product_id) from old_rows limit 501));
  return null;
end $$;
create function tell_product_change() returns trigger language plpgsql as $$
begin
  -- Views are counted all the time and change an order only: they are not worth a notice.
  perform tell_products(array(
    select distinct coalesce(changed.parent_id, changed.product_id) from (
      select new_rows.* from new_rows join old_rows using (product_id)
      where to_jsonb(new_rows) - 'views' <> to_jsonb(old_rows) - 'views'
      union all
      select old_rows.* from old_rows join new_rows using (product_id)
      where old_rows.parent_id is distinct from new_rows.parent_id
    ) changed limit 501));
  return null;
end $$;

create trigger tell_insert after insert on product
  referencing new table as new_rows for each statement execute function tell_product_new();
create trigger tell_update after update on product
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_product_change();
create trigger tell_delete after delete on product
  referencing old table as old_rows for each statement execute function tell_product_old();

-- what hangs on a product ---------------------------------------------------------------------

create function tell_of_new_rows() returns trigger language plpgsql as $$
begin
  perform tell_products(versions_of(array(select distinct product_id from new_rows limit 2001)));
  return null;
end $$;
create function tell_of_old_rows() returns trigger language plpgsql as $$
begin
  perform tell_products(versions_of(array(select distinct product_id from old_rows limit 2001)));
  return null;
end $$;
create function tell_of_changed_rows() returns trigger language plpgsql as $$
begin
  perform tell_products(versions_of(array(
    select product_id from (
      (select * from new_rows except select * from old_rows)
      union all
      (select * from old_rows except select * from new_rows)
    ) changed group by product_id limit 2001)));
  return null;
end $$;

do $$
declare hanging text;
begin
  foreach hanging in array array['price', 'product_media', 'product_attribute', 'product_tag_member'] loop
    execute format('create trigger tell_insert after insert on %I
      referencing new table as new_rows for each statement execute function tell_of_new_rows()', hanging);
    execute format('create trigger tell_update after update on %I
      referencing old table as old_rows new table as new_rows
      for each statement execute function tell_of_changed_rows()', hanging);
    execute format('create trigger tell_delete after delete on %I
      referencing old table as old_rows for each statement execute function tell_of_old_rows()', hanging);
  end loop;
end $$;

-- stock: told only when the pieces of an item in a shop turn from none to some or back --------------

create function tell_stock_new() returns trigger language plpgsql as $$
begin
  perform tell_products(versions_of(array(
    select distinct product_id from new_rows where quantity > 0 limit 2001)));
  return null;
end $$;
create function tell_stock_old() returns trigger language plpgsql as $$
begin
  perform tell_products(versions_of(array(
    select distinct product_id from old_rows where quantity > 0 limit 2001)));
  return null;
end $$;
create function tell_stock_turn() returns trigger language plpgsql as $$
begin
  -- Nearly every sale ends here: asking first whether anything turned spares it the rest.
  if exists (select from new_rows join old_rows using (product_id, shop_id)
             where (new_rows.quantity > 0) <> (old_rows.quantity > 0))
    or (select count(*) from new_rows) <> (select count(*) from new_rows join old_rows using (product_id, shop_id))
  then
    perform tell_products(versions_of(array(
      select distinct product_id from new_rows
      left join old_rows using (product_id, shop_id)
      where (new_rows.quantity > 0) is distinct from (old_rows.quantity > 0) limit 2001)));
  end if;
  return null;
end $$;

create trigger tell_insert after insert on stock
  referencing new table as new_rows for each statement execute function tell_stock_new();
create trigger tell_update after update on stock
  referencing old table as old_rows new table as new_rows
  for each statement execute function tell_stock_turn();
create trigger tell_delete after delete on stock
  referencing old table as old_rows for each statement execute function tell_stock_old();

-- addresses -------------------------------------------------------------------------------------

create function tell_slugs_new() returns trigger language plpgsql as $$
begin
  perform tell_products(array(select distinct entity_id from new_rows where kind = 'product' limit 501));
  perform pg_notify('shop_change', 'catalog') from new_rows where kind = 'category' limit 1;
  perform pg_notify('shop_change', 'content') from new_rows where kind like 'post%' limit 1;
  return null;
end $$;
create function tell_slugs_old() returns trigger language plpgsql as $$
begin
  perform tell_products(array(select distinct entity_id from old_rows where kind = 'product' limit 501));
  perform pg_notify('shop_change', 'catalog') from old_rows where kind = 'category' limit 1;
  perform pg_notify('shop_change', 'content') from old_rows where kind like 'post%' limit 1;
  return null;
end $$;
create trigger tell_insert after insert on slug
  referencing new table as new_rows for each statement execute function tell_slugs_new();
create trigger tell_update after update on slug
  referencing new table as new_rows for each statement execute function tell_slugs_new();
create trigger tell_delete after delete on slug
  referencing old table as old_rows for each statement execute function tell_slugs_old();

-- families: their name and series are words that goods are found by --------------------------------

create function tell_families() returns trigger language plpgsql as $$
begin
  perform tell_products(array(
    select product_id from product join new_rows using (family_id)
    where type = 'configurable' limit 501));
  return null;
end $$;
create trigger tell_update after update on product_family
  referencing new table as new_rows for each statement execute function tell_families();

-- questions and answers ---------------------------------------------------------------------------

create function tell_faq_new() returns trigger language plpgsql as $$
begin
  perform tell_products(array(select distinct entity_id from new_rows where kind = 'product' limit 501));
  perform pg_notify('shop_change', 'category:' || entity_id) from new_rows where kind = 'category';
  perform pg_notify('shop_change', 'content') from new_rows limit 1;
  return null;
end $$;
create function tell_faq_old() returns trigger language plpgsql as $$
begin
  perform tell_products(array(select distinct entity_id from old_rows where kind = 'product' limit 501));
  perform pg_notify('shop_change', 'category:' || entity_id) from old_rows where kind = 'category';
  perform pg_notify('shop_change', 'content') from old_rows limit 1;
  return null;
end $$;
create trigger tell_insert after insert on faq
  referencing new table as new_rows for each statement execute function tell_faq_new();
create trigger tell_update after update on faq
  referencing new table as new_rows for each statement execute function tell_faq_new();
create trigger tell_delete after delete on faq
  referencing old table as old_rows for each statement execute function tell_faq_old();

-- small tables: any change to them is told by one tag -----------------------------------------------

do $$
declare part record;
begin
  for part in
    select name, tag from (values
      ('category', 'catalog'), ('brand', 'catalog'), ('attribute', 'catalog'),
      ('attribute_group', 'catalog'), ('need', 'catalog'), ('product_tag', 'catalog'),
      ('synonym', 'catalog'), ('trending_term', 'catalog'),
      ('post', 'content'), ('post_category', 'content'), ('author', 'content'),
      ('post_tag', 'content'), ('post_tag_member', 'content'), ('banner', 'content'),
      ('shop', 'locations'), ('province', 'locations')
    ) as parts (name, tag)
  loop
    execute format('create trigger tell_change after insert or update or delete or truncate on %I
      for each statement execute function tell_tag(%L)', part.name, part.tag);
  end loop;
end $$;

-- Emptying says nothing of rows.
do $$
declare emptied text;
begin
  foreach emptied in array array['product', 'price', 'stock', 'product_media', 'product_attribute',
    'product_tag_member', 'slug', 'faq', 'product_family'] loop
    execute format('create trigger tell_truncate after truncate on %I
      for each statement execute function tell_tag(''*'')', emptied);
  end loop;
end $$;
