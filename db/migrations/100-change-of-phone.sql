-- A member moves to another phone (decisions/189): the new one is proven first, then the old one or what stands in for it.
create table phone_change (
  phone_change_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  -- The session that began it. Another one can only cancel it.
  session_id bigint references session on delete set null,
  old_phone text not null,
  new_phone text not null,
  new_proven_at timestamptz not null,
  old_proven_at timestamptz,
  -- When it takes effect by itself. Null: as soon as enough is proven.
  due_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'cancelled', 'taken')),
  check ((ended_at is null) = (outcome is null))
);
create unique index phone_change_open on phone_change (customer_id) where ended_at is null;
create index phone_change_by_customer on phone_change (customer_id);
create index phone_change_by_session on phone_change (session_id);
create index phone_change_by_due on phone_change (due_at) where ended_at is null and due_at is not null;

-- Whoever has taken somebody's SIM can set a password by a code, which then proves nothing more than the code did.
alter table member add column password_set_at timestamptz;
update member set password_set_at = created_at where password_hash is not null;
drop trigger log_change on member;
call log_changes_of('member', 'member', ignored => '{customer_id,created_at,passkey_handle,password_set_at}',
  secret => '{password_hash}', personal => '{phone,name,email,birthday}');
