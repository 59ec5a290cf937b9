-- Sign-ins at the member site that have begun in the shop (contract §4, decision 190). The row says which browser began
-- it. Nothing in it helps a reader of the table to sign in: the PKCE verifier and the nonce follow from the key, which
-- only the browser has.
create table login_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_attempt_by_expiry on login_attempt (expires_at);
