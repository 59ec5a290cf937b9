-- What an adjustment of an order cannot be combined with, so that an offer of another payment method can be checked
-- against it later. Older orders: nothing is known to be excluded.
alter table sales_order_adjustment add column excludes text[] not null default '{}';
alter table dropped_offer add column excludes text[] not null default '{}';

-- Why a voucher left the open checkout, as a text for the shopper; null: none left.
alter table quote add column voucher_lost text;
