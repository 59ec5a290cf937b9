-- One-time passwords by short message: they prove that somebody has a phone at hand (contract §4, §5; decisions/185).
create table otp (
  otp_id bigint generated always as identity primary key,
  -- Of the token that the asking browser holds. A code is useless without it.
  token_hash bytea not null unique,
  phone text not null check (phone like '+%'),
  purpose text not null check (purpose ~ '^[a-z_]{3,30}$'),
  -- Six digits, encrypted with the shop's key: a copy of the database reveals no code that still counts.
  sealed_code bytea not null,
  -- The network that asked. Waits between codes are counted for phone and network together.
  sender text not null,
  -- Counted before a code is compared, so that guesses at the same moment are counted too.
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index otp_by_phone on otp (phone, created_at);
create index otp_by_expiry on otp (expires_at);
