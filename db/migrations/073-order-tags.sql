-- Tags that staff put on orders (decision 166).

-- The spelling that was typed first is the one for all orders.
create table order_tag (
  tag text primary key check (length(tag) between 1 and 30),
  -- the same text in small letters
  tag_key text not null unique
);

create table sales_order_tag (
  order_id bigint not null references sales_order,
  tag text not null references order_tag,
  primary key (order_id, tag)
);
create index sales_order_tag_by_tag on sales_order_tag (tag, order_id);

call log_changes_of('sales_order_tag', 'order', ignored => '{order_id}');

alter table bulk_job drop constraint bulk_job_action_check;
alter table bulk_job add constraint bulk_job_action_check
  check (action in ('confirm', 'cancel', 'assign', 'tag', 'untag'));
alter table bulk_job add column tag text;
alter table bulk_job add constraint bulk_job_tag check ((action in ('tag', 'untag')) = (tag is not null));
-- whether the order had the tag before: only what the job changed is undone
alter table bulk_job_row add column had_tag boolean;
