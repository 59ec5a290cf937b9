-- Another shop ships many orders, by a job (decision 173).
alter table bulk_job drop constraint bulk_job_action_check;
alter table bulk_job add constraint bulk_job_action_check
  check (action in ('confirm', 'cancel', 'assign', 'tag', 'untag', 'move_shop'));
-- where the orders are reserved then
alter table bulk_job add column shop_id integer references shop;
alter table bulk_job add constraint bulk_job_shop check ((action = 'move_shop') = (shop_id is not null));
create index bulk_job_by_shop on bulk_job (shop_id) where shop_id is not null;
