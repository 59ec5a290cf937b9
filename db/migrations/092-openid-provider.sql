-- What the OpenID provider of the member site remembers (decisions/186): codes, tokens and grants, each for minutes or
-- days. The id of a record is a secret (an authorization code), so only its hash is stored.
create table oidc_record (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  -- Records that end together when a code is used twice.
  grant_id text,
  customer_id bigint references customer on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oidc_record_by_grant on oidc_record (grant_id) where grant_id is not null;
create index oidc_record_by_customer on oidc_record (customer_id) where customer_id is not null;
create index oidc_record_by_expiry on oidc_record (expires_at);

-- Keys that sign ID tokens. A new one is published a day before it signs, an old one stays while its tokens may count.
create table oidc_key (
  oidc_key_id bigint generated always as identity primary key,
  -- JWK with its private part, encrypted with the shop's key.
  sealed_jwk bytea not null,
  created_at timestamptz not null
);
