-- A job that let another shop ship many orders is undone (decision 173).

-- the shop that had all of the order before the row; null: several had a part of it
alter table bulk_job_row add column shop_before integer references shop;
-- of an undoing row: where the order goes back to, if all of it is still where the job had put it
alter table bulk_job_row add column shop_id integer references shop;
alter table bulk_job_row add column shop_seen integer references shop;
create index bulk_job_row_by_shop_before on bulk_job_row (shop_before) where shop_before is not null;
create index bulk_job_row_by_shop on bulk_job_row (shop_id) where shop_id is not null;
create index bulk_job_row_by_shop_seen on bulk_job_row (shop_seen) where shop_seen is not null;

-- The rows of an undoing job say each to which shop.
alter table bulk_job drop constraint bulk_job_shop;
alter table bulk_job add constraint bulk_job_shop
  check ((action = 'move_shop' and undoes is null) = (shop_id is not null));
