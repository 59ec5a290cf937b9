-- The report of a month sums devices on hand by their age. It reads this index and no row of the table.
create index unit_in_stock_by_age on unit (shop_id, created_at) include (cost) where state = 'in_stock';
