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
