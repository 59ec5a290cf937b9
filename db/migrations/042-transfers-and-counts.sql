-- Goods on the way between shops, and counts of what lies in a shop (decision 134).

create table stock_transfer (
  transfer_id bigint generated always as identity primary key,
  code text not null unique
    generated always as ('CK' || lpad(transfer_id::text, greatest(6, length(transfer_id::text)), '0')) stored,
  from_shop_id bigint not null references shop,
  to_shop_id bigint not null references shop,
  state text not null default 'draft' check (state in ('draft', 'sent', 'closed', 'cancelled')),
  version integer not null default 1,
  staff_name text not null,
  created_at timestamptz not null,
  sent_by text,
  sent_at timestamptz,
  closed_by text,
  closed_at timestamptz,
  -- what became of goods that did not arrive
  close_reason text,
  check (from_shop_id <> to_shop_id),
  -- Only a draft is cancelled: what was sent ends as received, returned or written off.
  check ((sent_at is not null) = (state in ('sent', 'closed'))),
  check ((closed_at is not null) = (state in ('closed', 'cancelled')))
);
create index stock_transfer_by_sender on stock_transfer (from_shop_id, state, transfer_id);
create index stock_transfer_by_receiver on stock_transfer (to_shop_id, state, transfer_id);

-- Goods that are only counted.
create table stock_transfer_line (
  transfer_id bigint not null references stock_transfer,
  product_id bigint not null references product,
  quantity integer not null check (quantity between 1 and 100000),
  received integer not null default 0,
  -- did not arrive: came back to the sender, or was written off
  settled integer not null default 0,
  primary key (transfer_id, product_id),
  constraint stock_transfer_line_never_more check (received >= 0 and settled >= 0 and received + settled <= quantity)
);
create index stock_transfer_line_by_product on stock_transfer_line (product_id);

-- Units with a code. Where one is now, its own row says.
create table stock_transfer_unit (
  transfer_id bigint not null references stock_transfer,
  unit_id bigint not null references unit,
  received_at timestamptz,
  settled_at timestamptz,
  primary key (transfer_id, unit_id),
  check (num_nonnulls(received_at, settled_at) < 2)
);
create index stock_transfer_unit_by_unit on stock_transfer_unit (unit_id);

alter table unit add foreign key (transfer_id) references stock_transfer;

-- A count of one shop, or of one category there, while it sells.
create table stock_count (
  stock_count_id bigint generated always as identity primary key,
  code text not null unique
    generated always as ('KK' || lpad(stock_count_id::text, greatest(6, length(stock_count_id::text)), '0')) stored,
  shop_id bigint not null references shop,
  category_id bigint references category,        -- null: everything
  -- open: people count and see no expected number. closed: differences are shown. approved: they are booked.
  state text not null default 'open' check (state in ('open', 'closed', 'approved', 'cancelled')),
  version integer not null default 1,
  staff_name text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  check ((approved_at is not null) = (state = 'approved') and (approved_by is null) = (approved_at is null)),
  check (state <> 'open' or closed_at is null)
);
create index stock_count_by_shop on stock_count (shop_id, state, stock_count_id);
create index stock_count_by_category on stock_count (category_id);

-- What was counted of a product, and what the book said at that minute. A recount replaces the row.
create table stock_count_line (
  stock_count_id bigint not null references stock_count,
  product_id bigint not null references product,
  counted integer not null check (counted >= 0),
  book integer not null check (book >= 0),
  counted_at timestamptz not null,
  staff_name text not null,
  primary key (stock_count_id, product_id)
);
create index stock_count_line_by_product on stock_count_line (product_id);

-- Every scanned code, with the state of its unit at that minute. A code that no unit has is a row without unit.
create table stock_count_scan (
  stock_count_id bigint not null references stock_count,
  code text not null,
  unit_id bigint references unit,
  -- the unit was in stock at this shop when it was scanned
  was_here boolean not null,
  scanned_at timestamptz not null,
  staff_name text not null,
  primary key (stock_count_id, code)
);
create index stock_count_scan_by_unit on stock_count_scan (unit_id);
