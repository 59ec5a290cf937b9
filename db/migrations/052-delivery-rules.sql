-- What a delivery costs and when it arrives, as data that staff change (decision 143).

alter table delivery_rule
  -- đồng, with VAT; goods of this much or more are delivered free
  add column fee bigint not null default 30000 check (fee between 0 and 10000000),
  add column free_from bigint not null default 300000 check (free_from between 0 and 100000000000),
  -- what is ordered before this time leaves on the same day
  add column cut_off text not null default '17:00' check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- hours of a delivery from a shop of the same province, and minutes until an order can be collected
  add column near_hours integer not null default 2 check (near_hours between 1 and 72),
  add column prepare_minutes integer not null default 60 check (prepare_minutes between 10 and 1440),
  -- days of a delivery from another province, and days more to a ward that is no phường
  add column away_days integer not null default 3 check (away_days between 1 and 30),
  add column rural_days integer not null default 1 check (rural_days between 0 and 30);

-- Days on which a shop is closed, or all shops (Tết): nothing leaves and nothing is collected.
create table closed_day (
  closed_day_id integer generated always as identity primary key,
  day date not null,
  -- null: every shop
  shop_id integer references shop,
  name text not null check (length(name) between 1 and 60),
  unique nulls not distinct (day, shop_id)
);
create index closed_day_by_shop on closed_day (shop_id);

-- Public pages name the fee and the promise.
create trigger tell_change after insert or update or delete or truncate on delivery_rule
  for each statement execute function tell_tag('locations');
create trigger tell_change after insert or update or delete or truncate on closed_day
  for each statement execute function tell_tag('locations');

call log_changes_of('closed_day', 'delivery', ignored => '{closed_day_id}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'delivery.see', 'all', null),
  ('director', 'delivery.change', 'all', null),
  ('support_lead', 'delivery.see', 'all', null),
  ('accountant', 'delivery.see', 'all', null);
