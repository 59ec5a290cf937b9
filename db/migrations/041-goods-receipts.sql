-- Goods that suppliers deliver (decision 133).

create table supplier (
  supplier_id bigint generated always as identity primary key,
  name text not null unique check (name <> ''),
  created_at timestamptz not null
);

create table goods_receipt (
  goods_receipt_id bigint generated always as identity primary key,
  code text not null unique
    generated always as ('PN' || lpad(goods_receipt_id::text, greatest(6, length(goods_receipt_id::text)), '0')) stored,
  supplier_id bigint not null references supplier,
  shop_id bigint not null references shop,
  -- open: goods are still expected. done: everything came, or staff said why the rest does not come.
  state text not null default 'open' check (state in ('open', 'done')),
  -- raised by every change, so that nobody books what they did not see
  version integer not null default 1,
  invoice text not null default '',              -- the number of the supplier's invoice or delivery note
  staff_name text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  close_reason text,
  check ((state = 'done') = (closed_at is not null))
);
create index goods_receipt_by_supplier on goods_receipt (supplier_id);
create index goods_receipt_by_shop on goods_receipt (shop_id, state, goods_receipt_id);

create table goods_receipt_line (
  goods_receipt_line_id bigint generated always as identity primary key,
  goods_receipt_id bigint not null references goods_receipt,
  product_id bigint not null references product,
  quantity integer not null check (quantity between 1 and 100000),
  received integer not null default 0,
  cost bigint check (cost >= 0),                 -- đồng for one unit; null: not known yet
  -- what lies on the table and is not booked yet: a quantity, or codes as they were pasted, with their mistakes
  arriving integer not null default 0 check (arriving >= 0),
  pasted text not null default '',
  unique (goods_receipt_id, product_id),
  constraint goods_receipt_line_not_too_many check (received between 0 and quantity)
);
create index goods_receipt_line_by_product on goods_receipt_line (product_id);
