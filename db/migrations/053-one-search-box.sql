-- What the search box of staff finds besides orders and units: parcels by the carrier's own code, products by the
-- beginning of their SKU, and received money by its text (decision 144).

create index parcel_by_code_of_carrier on parcel (carrier_code) where carrier_code is not null;
create index product_by_sku_beginning on product (upper(sku) text_pattern_ops);
create index bank_message_by_content on bank_message using gin (upper(content) gin_trgm_ops);
create index bank_message_by_reference on bank_message (upper(reference)) where reference is not null;
-- The newest orders of one shop, whatever their state.
create index sales_order_by_shop_and_time on sales_order (shop_id, created_at desc, order_id desc);
