-- Orders that staff make for a shopper (decision 164).

-- What staff have typed so far. Its goods lie in the cart and the checkout of a guest who exists only for it.
create table draft_order (
  draft_id bigint generated always as identity primary key,
  customer_id bigint not null unique references customer,
  -- the checkout that is priced from it; null: it has no goods yet
  quote_id bigint references quote on delete set null,
  made_by bigint not null references staff,
  -- the shop at whose counter it is made; null: made for all shops
  shop_id integer references shop,
  -- its goods in words, for lists and for the ledger
  goods text not null default '',
  -- buyer and address as a form of the checkout has them; null: not typed yet
  address jsonb,
  -- whose data it is, in E.164: the ledger seals it with the key of this person
  phone text generated always as (regexp_replace(address->>'phone', '^0', '+84')) stored,
  discount bigint not null default 0 check (discount >= 0 and discount % 1000 = 0),
  discount_reason text,
  -- raised by every change
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- the link for its shopper: only the hash is stored
  share_hash bytea unique,
  shared_until timestamptz,
  -- somebody has taken what is behind this link: nobody else gets it
  is_share_taken boolean not null default false,
  -- when a shopper took it first: from then on the checkout is theirs
  taken_at timestamptz,
  dropped_at timestamptz,
  constraint draft_order_shared check ((share_hash is null) = (shared_until is null)),
  constraint draft_order_discount_reason check (discount = 0 or discount_reason is not null)
);
create index draft_order_by_quote on draft_order (quote_id) where quote_id is not null;
create index draft_order_by_maker on draft_order (made_by, draft_id desc);
create index draft_order_by_shop on draft_order (shop_id, draft_id desc) where shop_id is not null;
create index draft_order_by_phone on draft_order (phone) where phone is not null;
create index draft_order_by_change on draft_order (changed_at);

call log_changes_of('draft_order', 'draft', personal => '{address,phone}',
  ignored => '{draft_id,customer_id,quote_id,version,created_at,changed_at,share_hash,is_share_taken}');

-- What staff take off the total of this checkout. Another selection of goods is another checkout, without it.
alter table quote add column staff_discount bigint not null default 0 check (staff_discount >= 0);

-- The member of staff who made it for its shopper.
alter table sales_order add column made_by bigint references staff;
create index sales_order_by_maker on sales_order (made_by) where made_by is not null;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'orders.create', 'all', null),
  ('support', 'orders.create', 'own', null),
  ('support_lead', 'orders.create', 'all', null),
  ('sales', 'orders.create', 'shops', null),
  ('shop_manager', 'orders.create', 'shops', null),
  ('director', 'orders.discount', 'all', null),
  ('support_lead', 'orders.discount', 'all', 1000000),
  ('sales', 'orders.discount', 'shops', 200000),
  ('shop_manager', 'orders.discount', 'shops', 1000000);
