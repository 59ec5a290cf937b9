-- What a session has shown beside a code to the phone (decision 210): a password, passkey or e-mail of at least a day.
alter table session add column second_proof_at timestamptz;

-- When a code to the e-mail address was entered. Another address is unproven again.
alter table member add column email_proven_at timestamptz;
drop trigger log_change on member;
call log_changes_of('member', 'member',
  ignored => '{customer_id,created_at,passkey_handle,password_set_at,email_proven_at}',
  secret => '{password_hash}', personal => '{phone,name,email,birthday}');

-- Where a code by e-mail went. Null with such a purpose: nowhere, because nobody may get one.
alter table otp add column email text;

-- An account that only its phone can prove is merged a day later, and its owner can stop it.
alter table member_merge add column due_at timestamptz;
alter table member_merge add column ended_at timestamptz;
alter table member_merge add constraint member_merge_ends_once check (merged_at is null or ended_at is null);
create unique index member_merge_waiting on member_merge (from_customer_id)
  where due_at is not null and merged_at is null and ended_at is null;
