-- What the shopper chose of "Nhận thêm 1 trong các khuyến mãi sau", by promotion.uuid. No foreign key:
-- a promotion that was taken away is told of as lost, and breaks no cart.
alter table cart_item
  add column chosen_promotions text[] not null default '{}' check (cardinality(chosen_promotions) <= 10);
alter table quote_item
  add column chosen_promotions text[] not null default '{}' check (cardinality(chosen_promotions) <= 10);
