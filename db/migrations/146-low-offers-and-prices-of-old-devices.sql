-- A price far below the quote is said by two people, and prices of old devices are changed by staff (decision 250).
alter table trade_quote
  drop constraint trade_quote_state,
  add constraint trade_quote_state
    check (state in ('quoted', 'arrived', 'checked', 'offered', 'accepted', 'paid', 'refused', 'cancelled')),
  -- who agreed to a price far below the quote
  add column approved_by bigint references staff,
  add constraint trade_quote_approved_by_another check (approved_by <> offered_by),
  add constraint trade_quote_checked
    check (state <> 'checked' or (offer is not null and device_code is not null and offered_by is not null));
create index trade_quote_by_approver on trade_quote (approved_by) where approved_by is not null;

drop index trade_quote_of_order;
create unique index trade_quote_of_order on trade_quote (order_id) where order_id is not null
  and state in ('quoted', 'arrived', 'checked', 'offered', 'accepted', 'paid');
drop index trade_quote_at_counter;
create unique index trade_quote_at_counter on trade_quote (device_code) where state in ('checked', 'offered', 'accepted');

call log_changes_of('trade_device', 'trade_price', 'code',
  ignored => '{device_id,code,model_code,model_name,name,variant,brand_name,device_kind,product_id,position}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'trade_ins.approve', 'all', null),
  ('shop_manager', 'trade_ins.approve', 'shops', null),
  ('category_manager', 'trade_ins.approve', 'all', null),
  ('director', 'trade_ins.prices', 'all', null),
  ('category_manager', 'trade_ins.prices', 'all', null);
