-- Shoppers ask for returns themselves (decision 160).

alter table return_request
  -- Null until staff accept the request: then they choose the shop that takes the goods.
  alter shop_id drop not null,
  -- what the shopper wishes; null: the goods were brought to a counter
  add column wish text check (wish in ('refund', 'exchange')),
  -- the last day on which the shopper brings accepted goods
  add column bring_by date,
  add constraint return_has_shop check (shop_id is not null or state in ('asked', 'rejected', 'withdrawn'));

-- Null: the shopper uploaded it.
alter table picture alter staff_name drop not null;
alter table stored_file alter staff_name drop not null;
