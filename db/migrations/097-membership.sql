-- Members: tiers by spending, points, and what prices depend on (decisions 194, 195).

-- Every shop has these groups: the code knows them by their codes. Ids of existing groups stay.
insert into customer_group (customer_group_id, code, name)
select (select coalesce(max(customer_group_id), 0) from customer_group) + row_number() over (order by n), code, name
from (values (1, 's-null', 'S-NULL'), (2, 's-new', 'S-NEW'), (3, 's-mem', 'S-MEM'), (4, 's-vip', 'S-VIP'),
  (5, 's-student', 'S-Student'), (6, 's-teacher', 'S-Teacher'), (7, 's-business', 'S-Business')) as wanted (n, code, name)
where not exists (select from customer_group existing where existing.code = wanted.code);

-- What a member of each tier gets. The rows are fixed; staff change their values.
create table member_tier (
  code text primary key references customer_group (code),
  position integer not null unique,
  -- đồng spent in this calendar year and the year before
  threshold bigint not null unique check (threshold >= 0),
  -- points for each 100 đồng spent
  point_percent numeric(4, 2) not null check (point_percent between 0 and 20),
  -- đồng; 0: no voucher
  birthday_voucher bigint not null check (birthday_voucher between 0 and 5000000),
  rank_up_voucher bigint not null check (rank_up_voucher between 0 and 5000000),
  -- what else members are promised, one benefit in a line
  benefits text not null default ''
);
-- Everybody has a tier.
insert into member_tier (code, position, threshold, point_percent, birthday_voucher, rank_up_voucher, benefits) values
  ('s-null', 1, 0, 0, 0, 0, 'Bảo hành, đơn hàng và hóa đơn ở một nơi'),
  ('s-new', 2, 3000000, 0.5, 50000, 50000, 'Giá riêng cho Smember'),
  ('s-mem', 3, 15000000, 0.5, 200000, 150000, 'Giá riêng cho S-MEM
Ưu tiên hỗ trợ qua tổng đài'),
  ('s-vip', 4, 50000000, 1, 500000, 300000, 'Giá riêng cho S-VIP
Ưu tiên hỗ trợ qua tổng đài
Ưu tiên giữ máy mới ra mắt');

-- How points are spent, and who changed the tiers last. One row.
create table loyalty_rule (
  is_only boolean primary key default true check (is_only),
  points_last_months integer not null default 12 check (points_last_months between 1 and 60),
  -- the largest part of an order that points pay
  max_points_percent integer not null default 50 check (max_points_percent between 0 and 90),
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
insert into loyalty_rule default values;

-- The tier of a member and the spending that it follows from. A member without a row has the first tier.
create table member_standing (
  customer_id bigint primary key references customer,
  tier_code text not null default 's-null' references member_tier,
  spent bigint not null default 0 check (spent >= 0),
  -- the best tier so far: a voucher for it is given once
  best_tier text not null default 's-null' references member_tier
);
create index member_standing_by_tier on member_standing (tier_code);
create index member_standing_by_best_tier on member_standing (best_tier);

-- What a completed order of a member counts for.
create table member_order (
  order_id bigint primary key references sales_order,
  customer_id bigint not null references customer,
  completed_at timestamptz not null,
  -- đồng, less what went back
  spent bigint not null check (spent >= 0),
  -- frozen when the order was completed
  point_percent numeric(4, 2) not null,
  points_expire_at timestamptz not null
);
create index member_order_by_customer on member_order (customer_id, completed_at);

-- Points, as a ledger with two sides: every row takes from one account and puts into another, so the accounts always add
-- up to zero. A point is a đồng. Rows are only added.
create table point_entry (
  point_entry_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  order_id bigint references sales_order,
  kind text not null check (kind in ('earn', 'take_back', 'spend', 'give_back', 'expire')),
  taken_from text not null generated always as (case kind when 'earn' then 'issued' when 'give_back' then 'spent' else 'member' end) stored,
  put_into text not null generated always as (case kind when 'earn' then 'member' when 'take_back' then 'issued'
    when 'spend' then 'spent' when 'give_back' then 'member' else 'expired' end) stored,
  points bigint not null check (points > 0),
  happened_at timestamptz not null,
  constraint point_entry_has_order check ((order_id is null) = (kind = 'expire'))
);
create index point_entry_by_customer on point_entry (customer_id, point_entry_id);
create index point_entry_by_order on point_entry (order_id) where order_id is not null;

create function refuse_point_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of point_entry stay as they are'
    using errcode = 'check_violation', constraint = 'point_entry_stays';
end $$;
create trigger point_entry_stays before update or delete on point_entry
  for each statement execute function refuse_point_change();

-- The shopper pays a part with points.
alter table quote add column uses_points boolean not null default false;

-- Limits of a promotion per customer may count by period, as those of vouchers do.
alter table promotion add column period text check (period in ('day', 'month', 'year'));

-- A voucher of one member.
alter table voucher add column customer_id bigint references customer;
create index voucher_by_customer on voucher (customer_id) where customer_id is not null;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'loyalty.see', 'all', null),
  ('director', 'loyalty.rules', 'all', null),
  ('support_lead', 'loyalty.see', 'all', null),
  ('category_manager', 'loyalty.see', 'all', null),
  ('category_manager', 'loyalty.rules', 'all', null),
  ('auditor', 'loyalty.see', 'all', null);

call log_changes_of('member_tier', 'loyalty');
call log_changes_of('loyalty_rule', 'loyalty', ignored => '{is_only,version,changed_at,changed_by}');
