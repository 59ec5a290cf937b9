-- Money by bank transfer: what shoppers were asked for, what relays told, what staff must look at.

-- One row per QR code shown. Its number is also payOS's orderCode.
create table transfer_code (
  transfer_code_id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  -- who told how to pay: our own account, or a payOS payment link
  relay text not null check (relay in ('account', 'payos')),
  bank_bin text not null,
  account_number text not null,
  account_name text not null,
  amount bigint not null check (amount > 0),
  content text not null,
  qr_text text not null,
  checkout_url text,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index transfer_code_by_payment on transfer_code (payment_id, transfer_code_id desc);

-- Every movement that a relay told and proved, once by the relay's own number.
create table bank_message (
  bank_message_id bigint generated always as identity primary key,
  relay text not null check (relay in ('sepay', 'payos')),
  relay_id text not null,
  order_id bigint references sales_order,
  amount bigint not null check (amount >= 0),
  account_number text,
  content text not null,
  reference text,
  -- as the bank wrote it, Vietnamese time
  transferred_at text,
  outcome text not null check (outcome in ('paid', 'reopened', 'review', 'ignored')),
  received_at timestamptz not null,
  unique (relay, relay_id)
);
create index bank_message_by_order on bank_message (order_id) where order_id is not null;

-- Money that did not settle an order by itself: staff decide.
create table payment_review (
  payment_review_id bigint generated always as identity primary key,
  bank_message_id bigint not null unique references bank_message,
  order_id bigint references sales_order,
  reason text not null check (reason in ('unknown_code', 'several_codes', 'wrong_account', 'under',
    'over', 'double', 'after_cancel', 'late_no_stock', 'not_awaited')),
  state text not null check (state in ('open', 'accepted', 'refunded', 'dismissed')),
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null))
);
create index payment_review_open on payment_review (payment_review_id) where state = 'open';
create index payment_review_by_order on payment_review (order_id) where order_id is not null;
