-- The terms of a sale stand on the order since it was placed: what becomes of a flash sale or a promotion
-- afterwards changes no order. Existing orders take them from the rows of today.

-- something of a flash sale is in the order that is paid before delivery
alter table sales_order add column is_online_only boolean not null default false;
update sales_order set is_online_only = true
where exists (
  select from sales_order_line line
    join flash_sale_item item using (flash_sale_item_id) join flash_sale sale using (flash_sale_id)
  where line.order_id = sales_order.order_id and sale.is_online_only);

-- the way to pay that an adjustment is offered for: it goes when the order is paid in another way
alter table sales_order_adjustment add column payment_method text;
-- what the order claimed for it, and releases with it
alter table sales_order_adjustment add column quota_id bigint references quota;
alter table sales_order_adjustment add column limit_key text;
update sales_order_adjustment part set payment_method = promotion.payment_method,
  quota_id = promotion.quota_id, limit_key = 'promotion:' || promotion.promotion_id
from promotion
where part.rule = 'payment' and part.reference = promotion.uuid::text;
-- of a promotion that is gone: an order has offers for the way only that it was placed with
update sales_order_adjustment part set payment_method = (
  select method from payment where payment.order_id = part.order_id order by payment_id limit 1)
where part.rule = 'payment' and part.payment_method is null;
