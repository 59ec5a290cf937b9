-- Passkeys of staff, beside password and authenticator app (decisions/148).

-- What authenticators keep instead of a name: random, the same for all passkeys of an account.
alter table staff add column passkey_handle uuid not null default gen_random_uuid();

create table staff_passkey (
  staff_passkey_id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
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
create index staff_passkey_by_staff on staff_passkey (staff_id);

-- A random value that a passkey signs once, within five minutes, for one sign-in attempt or one session.
create table staff_passkey_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'second_step', 'enrol', 'confirm', 'add')),
  -- A sign-in by passkey alone has no session yet: the browser holds a token.
  attempt_hash bytea,
  staff_session_id bigint references staff_session on delete cascade,
  address text not null,
  expires_at timestamptz not null,
  check ((attempt_hash is null) <> (staff_session_id is null))
);
create index staff_passkey_challenge_by_session on staff_passkey_challenge (staff_session_id);
create index staff_passkey_challenge_by_address on staff_passkey_challenge (address, expires_at);

alter table staff_login_attempt drop constraint staff_login_attempt_outcome_check;
alter table staff_login_attempt add constraint staff_login_attempt_outcome_check check (
  outcome in ('signed_in', 'code_needed', 'unknown_name', 'wrong_password', 'wrong_code', 'locked',
    'unknown_passkey', 'wrong_passkey', 'copied_passkey')
);

-- The name may say whose telephone it is.
call log_changes_of('staff_passkey', 'staff', 'staff_id',
  ignored => '{staff_passkey_id,staff_id,sign_count,created_at,used_at}',
  secret => '{credential_id,public_key}', personal => '{name}');

drop trigger log_change on staff;
call log_changes_of('staff', 'staff', 'staff_id',
  ignored => '{staff_id,totp_step,is_demo,created_at,passkey_handle}',
  secret => '{password_hash,totp_secret}', personal => '{name,login_name}');

-- The ledger says when somebody confirmed who they are before a change (the time was ignored until now).
drop trigger log_change on staff_session;
call log_changes_of('staff_session', 'staff', 'staff_id', ignored =>
  '{token_hash,seen_at,address,device,verified_at,has_second_step,enrolling_secret,wrong_codes}',
  events => 'update');
