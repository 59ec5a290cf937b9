-- Orders that come out of other orders: goods that are added to a paid one (decision 169).

alter table draft_order
  -- the order to which its goods are added
  add column follows_order_id bigint references sales_order,
  -- units of that order, by position, for which its goods are given; null: none
  add column swapped jsonb,
  -- what these are worth, in đồng
  add column worth bigint check (worth > 0),
  add constraint draft_order_swap check ((swapped is null) = (worth is null)
    and (swapped is null or follows_order_id is not null));
create index draft_order_by_followed on draft_order (follows_order_id) where follows_order_id is not null;
