-- Members of the shop: people with an account (contract §4, §6). Each has one row of `customer` of kind 'member', which
-- owns their cart and orders like that of a guest.

create table member (
  customer_id bigint primary key references customer,
  -- E.164. Of an erased member: 'erased:12:', which is nobody's phone.
  phone text not null unique check (phone ~ '^\+[0-9]{8,15}$' or phone like 'erased:%:'),
  name text check (name <> ''),
  email text check (email <> ''),
  birthday date,
  -- argon2id in its usual text form. Null: signs in by one-time password or passkey.
  password_hash text,
  -- When a one-time password last proved that the phone is this person's.
  phone_proven_at timestamptz not null,
  created_at timestamptz not null,
  erased_at timestamptz,
  check ((erased_at is not null) = (phone like 'erased:%'))
);
create index member_by_email on member (lower(email)) where email is not null;

-- Sessions of members stand beside those of guests, so that one query identifies every caller. A guest's session has no
-- device: nobody lists it.
alter table session add column device text;
alter table session add column address text;
alter table session add column seen_at timestamptz;
-- Ended by its owner or by staff. The token is from then on like one that was never issued.
alter table session add column ended_at timestamptz;

call log_changes_of('member', 'member', ignored => '{customer_id,created_at}', secret => '{password_hash}',
  personal => '{phone,name,email,birthday}');
