-- What the built-in test providers of a demo were asked to take and took: their own books. They stand in
-- the database because a page may be asked of one process and a question answered by another. Empty in
-- a live shop.
create table test_provider_payment (
  family text not null,
  reference text not null,                       -- what the shop calls it towards this provider
  number bigint generated always as identity,    -- what the provider calls it
  request jsonb not null,                        -- what the shop said
  amount bigint not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'declined', 'cancelled')),
  amount_paid bigint not null default 0 check (amount_paid >= 0),
  refunds jsonb not null default '{}',           -- đồng by the shop's number of the refund
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (family, reference)
);
