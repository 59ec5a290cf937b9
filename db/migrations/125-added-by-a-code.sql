-- What a code to the phone alone has added to an account of before (decision 234): whoever has moved somebody's SIM gets
-- every code. It waits a day, is shown to the owner, and can be removed in one press.
alter table member
  -- The password was set by a code alone.
  add column password_by_code boolean not null default false,
  -- When a session that a code alone began has set or proven the e-mail address.
  add column email_by_code_at timestamptz,
  -- A code alone has replaced a password of before: until then a code is not enough, as if the password were there still.
  add column guarded_until timestamptz;
alter table member_passkey
  add column by_code boolean not null default false,
  -- From when it signs in.
  add column counts_from timestamptz not null default now();
update member_passkey set counts_from = created_at;
alter table linked_identity add column by_code boolean not null default false;
alter table session
  -- A second proof that no code alone has added.
  add column own_proof_at timestamptz,
  -- The session that ended this one by no more than a code: its browser is forgotten once that session is a day old.
  add column signed_out_by bigint;
