-- Pieces that orders keep are holds like slots and limits of customers: one table, one way back.

-- How much a customer may have under the limit, for when the same is taken again after late money.
alter table hold add column most integer check (most > 0);

insert into hold (order_id, kind, product_id, shop_id, quantity, released_at, settled_at)
select claim.order_id, 'stock', claim.product_id, claim.shop_id, claim.quantity, claim.released_at,
  case when sold.state <> 'awaiting_payment' and claim.released_at is null then sold.created_at end
from stock_claim claim join sales_order sold using (order_id)
order by claim.order_id, claim.product_id, claim.shop_id;

drop table stock_claim;
