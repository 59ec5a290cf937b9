-- Staff take goods off an order before it is packed (decision 159): lines and adjustments become less.

call log_changes_of('sales_order_line', 'order', ignored => '{order_id,position,line_id,parent_line_id,item_id,item_type,
  url_path,thumbnail,price_trace,meta,is_gift,parent_item_id,main_product_combo_id,combo_item_id,flash_sale_item_id}');
call log_changes_of('sales_order_adjustment', 'order', ignored =>
  '{order_id,position,reference,payment_method,quota_id,limit_key,excludes}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'returns.rules', 'all', null),
  ('director', 'orders.change', 'all', null),
  ('support', 'orders.change', 'own', null),
  ('support_lead', 'orders.change', 'all', null),
  ('sales', 'orders.change', 'shops', null),
  ('shop_manager', 'orders.change', 'shops', null);
