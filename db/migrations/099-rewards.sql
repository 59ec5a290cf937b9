-- Vouchers that members get for their birthday and for a better tier (decision 196), each once.
create table member_reward (
  customer_id bigint not null references customer,
  kind text not null check (kind in ('birthday', 'rank_up')),
  -- the year of the birthday, or the tier
  occasion text not null,
  voucher_id bigint not null unique references voucher,
  given_at timestamptz not null,
  primary key (customer_id, kind, occasion)
);
