-- A line keeps its number from the cart through the checkout to the order (contract §3).
alter table quote_item add column line_id bigint;
update quote_item item set line_id = line.cart_item_id
from quote, cart_item line
where quote.quote_id = item.quote_id and quote.is_open and line.customer_id = quote.customer_id
  and line.item_id = item.item_id and line.item_type = item.item_type
  and line.main_product_combo_id is not distinct from item.main_product_combo_id;
-- What left the cart since has a number that no line of a cart will have.
update quote_item set line_id = nextval('cart_item_cart_item_id_seq') where line_id is null;
alter table quote_item alter column line_id set default nextval('cart_item_cart_item_id_seq');
alter table quote_item drop constraint quote_item_once;
alter table quote_item add primary key (quote_id, line_id);

-- Null: a gift, or an order of before. Of a gift the parent is the line that it comes with.
alter table sales_order_line add column line_id bigint;
alter table sales_order_line add column parent_line_id bigint;
