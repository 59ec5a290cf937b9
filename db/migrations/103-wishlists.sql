-- What shoppers like: guests and members alike (decision 202). A guest who is swept takes theirs along.
create table wishlist_item (
  customer_id bigint not null references customer on delete cascade,
  -- the version: a wish has no colour
  product_id bigint not null references product on delete cascade,
  added_at timestamptz not null,
  primary key (customer_id, product_id)
);
create index wishlist_item_by_product on wishlist_item (product_id);
