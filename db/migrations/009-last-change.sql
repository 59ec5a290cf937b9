-- When what a product's page says last changed: the lastmod of sitemaps (sitemaps.org). Views and
-- counts of sold pieces are not what a page says.
alter table product add column changed_at timestamptz not null default now();
alter table category add column changed_at timestamptz not null default now();
alter table product_tag add column changed_at timestamptz not null default now();

create function touch_row() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

create trigger product_touched before update of
  name, version_label, color_name, color_hex, description, highlights, launched_on, is_active,
  category_id, brand_id, warranty_months, meta_title, meta_description, meta_index on product
  for each row when (old.* is distinct from new.*) execute function touch_row();
create trigger category_touched before update on category
  for each row when (old.* is distinct from new.*) execute function touch_row();
create trigger product_tag_touched before update on product_tag
  for each row when (old.* is distinct from new.*) execute function touch_row();

-- A page is of a version: what belongs to its colours belongs to it.
create function touch_versions() returns trigger language plpgsql as $$
begin
  update product set changed_at = now()
  where product_id in (
    select coalesce(owner.parent_id, owner.product_id)
    from moved join product owner using (product_id)
  ) and changed_at < now();
  return null;
end $$;

create trigger price_put after insert on price
  referencing new table as moved for each statement execute function touch_versions();
create trigger price_changed after update on price
  referencing new table as moved for each statement execute function touch_versions();
create trigger price_taken after delete on price
  referencing old table as moved for each statement execute function touch_versions();
create trigger product_attribute_put after insert on product_attribute
  referencing new table as moved for each statement execute function touch_versions();
create trigger product_attribute_changed after update on product_attribute
  referencing new table as moved for each statement execute function touch_versions();
create trigger product_media_put after insert on product_media
  referencing new table as moved for each statement execute function touch_versions();
create trigger product_media_changed after update on product_media
  referencing new table as moved for each statement execute function touch_versions();
