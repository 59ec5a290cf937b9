-- Lists of used devices group them by version: the version stands in the passport, so that no list reads 20,000 items.
alter table used_unit add column version_id bigint references product;
update used_unit set version_id = product.parent_id from product where product.product_id = used_unit.product_id;
alter table used_unit alter column version_id set not null;
create index used_unit_by_version on used_unit (version_id, state);
