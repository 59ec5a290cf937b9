-- Members sign in by Google or Zalo (decisions/198). A provider's id of a person opens one account.
create table linked_identity (
  linked_identity_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  provider text not null check (provider in ('google', 'zalo')),
  -- The id that the provider gives the person, for this shop alone at Zalo.
  subject text not null check (subject <> ''),
  -- What its owner recognises it by: the address of the mailbox at Google, the name at Zalo.
  shown text not null,
  created_at timestamptz not null,
  -- When it begins to sign in: a day later where a code alone was the proof for an account that has better ones.
  counts_from timestamptz not null,
  used_at timestamptz,
  unique (provider, subject)
);
create index linked_identity_by_customer on linked_identity (customer_id);

-- A sign-in at a provider, from its beginning to the session or the link. Only the hash of each secret is stored.
create table identity_attempt (
  identity_attempt_id bigint generated always as identity primary key,
  provider text not null check (provider in ('google', 'zalo')),
  purpose text not null check (purpose in ('sign_in', 'link', 'one_tap')),
  -- Of the state, or of the nonce of a one-tap prompt.
  state_hash bytea not null unique,
  -- The browser that began, at the site where it began: the member site, or the shop for a one-tap prompt.
  browser_hash bytea not null,
  -- The same browser at the member site. Null: not known yet.
  member_hash bytea,
  -- Leads a one-tap sign-in from the shop to the member site.
  ticket_hash bytea unique,
  -- The session that links an identity to its member.
  session_id bigint references session on delete cascade,
  next text not null,
  -- Who it is, once the provider has said so.
  subject text,
  name text,
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz,
  check ((purpose = 'link') = (session_id is not null)),
  check (subject is null or used_at is not null)
);
create index identity_attempt_by_member_browser on identity_attempt (member_hash);
create index identity_attempt_by_session on identity_attempt (session_id);
create index identity_attempt_by_expiry on identity_attempt (expires_at);
