-- Goods that come back are exchanged for other goods, with the difference in money (decision 165).

-- The draft whose goods are given instead of the goods of this return.
alter table draft_order add column return_id bigint references return_request;
create index draft_order_by_return on draft_order (return_id) where return_id is not null;
create unique index draft_order_of_return on draft_order (return_id)
  where return_id is not null and dropped_at is null;

alter table return_request
  -- the order whose goods were given instead
  add column exchange_order_id bigint unique references sales_order,
  drop constraint return_request_outcome_check,
  add constraint return_request_outcome_check check (outcome in ('refund', 'exchange', 'other_goods')),
  add constraint return_for_other_goods check
    ((coalesce(outcome, '') = 'other_goods') = (exchange_order_id is not null));
