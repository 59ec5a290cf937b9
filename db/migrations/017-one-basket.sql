-- A checkout may hold the same item twice: by itself, and at the combo price beside another.
alter table quote_item drop constraint quote_item_pkey;
alter table quote_item add constraint quote_item_once
  unique nulls not distinct (quote_id, item_id, main_product_combo_id);

-- Offers for ways to pay are read without goods.
create index promotion_of_payment on promotion (payment_method) where kind = 'payment' and is_active;
