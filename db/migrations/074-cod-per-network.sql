-- Orders paid on delivery per network and day (decision 167). Null: no limit.
alter table cod_rule add column max_per_network integer check (max_per_network > 0);
-- An update never begins to refuse customers of a shop that has some.
update cod_rule set max_per_network = 30 where not exists (select from sales_order);

-- The network that an order came from, as a hash with the key of the shop and the day; swept after some days.
alter table sales_order add column network_hash text;
create index sales_order_by_network on sales_order (network_hash) where network_hash is not null;
