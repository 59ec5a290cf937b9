-- Passkeys of members (decisions/188), beside code and password.

-- What authenticators keep instead of a name: random, the same for all passkeys of an account.
alter table member add column passkey_handle uuid not null default gen_random_uuid();

drop trigger log_change on member;
call log_changes_of('member', 'member', ignored => '{customer_id,created_at,passkey_handle}', secret => '{password_hash}',
  personal => '{phone,name,email,birthday}');

-- When the owner of a session last showed that it is them: by code, password or passkey. Null: never, because the shop
-- began the session for a browser that was signed in already.
alter table session add column confirmed_at timestamptz;

create table member_passkey (
  member_passkey_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  -- What its owner calls it.
  name text not null check (name <> ''),
  credential_id bytea not null unique,
  -- COSE, as the authenticator sent it.
  public_key bytea not null,
  -- How often the authenticator has signed. Always 0: it does not count.
  sign_count bigint not null check (sign_count >= 0),
  created_at timestamptz not null,
  used_at timestamptz
);
create index member_passkey_by_customer on member_passkey (customer_id);

-- A random value that a passkey signs once, within five minutes, for one sign-in attempt or one session.
create table member_passkey_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'add', 'confirm')),
  -- A sign-in has no session yet: the browser holds a token.
  attempt_hash bytea,
  session_id bigint references session on delete cascade,
  expires_at timestamptz not null,
  check ((attempt_hash is null) <> (session_id is null))
);
create index member_passkey_challenge_by_session on member_passkey_challenge (session_id);
create index member_passkey_challenge_by_expiry on member_passkey_challenge (expires_at);
