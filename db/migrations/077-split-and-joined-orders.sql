-- An order is split into two, and two unpaid ones are joined into one (decisions 170 and 171).
alter table sales_order
  -- the order that it was a part of
  add column split_from bigint references sales_order,
  -- the order that has its goods now
  add column joined_to bigint references sales_order,
  -- staff have seen that it looks like another order of its phone, and that both are meant
  add column kept_apart_at timestamptz;
create index sales_order_by_split on sales_order (split_from) where split_from is not null;
create index sales_order_by_joined on sales_order (joined_to) where joined_to is not null;
