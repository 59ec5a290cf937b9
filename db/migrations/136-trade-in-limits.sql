-- Limits of buying old devices that one person cannot pass (decision 241), and indexes for the lists of staff.

-- A day on which a seller got cash stays below the limit with all that was bought, whatever came first.
alter table trade_seller_day
  add constraint trade_cash_below_limit_of_day check (cash = 0 or total < 5000000);

-- Whoever agreed on a price does not pay much by it, and nothing for a device that does not go into stock.
alter table trade_payout drop constraint trade_paid_by_another;
alter table trade_payout add constraint trade_paid_by_another
  check ((amount < 5000000 and outcome = 'used') or paid_by <> offered_by);

create index trade_quote_by_time on trade_quote (shop_id, state, expires_at);
create index trade_quote_by_typed_code on trade_quote (typed_code) where typed_code is not null;
create index trade_quote_by_device_code on trade_quote (device_code) where device_code is not null;
create index trade_seller_by_phone on trade_seller (phone);
