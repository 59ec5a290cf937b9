-- Personal values of the ledger, sealed with a key per person (decisions/131), and who may read the ledger.

create table person_key (
  person_key_id bigint generated always as identity primary key,
  -- phone: or staff: with a keyed hash of the number; another text once it is erased
  person text not null,
  -- Sealed with a key of the shop. Null: erased, and with it all that the key had sealed.
  sealed_key bytea,
  created_at timestamptz not null,
  erased_at timestamptz,
  check ((sealed_key is null) = (erased_at is not null))
);
create unique index person_key_in_use on person_key (person) where erased_at is null;

-- The personal fields of one entry: a sealed record of their values before or after the change.
create table change_personal (
  change_id bigint not null references change_log,
  side text not null check (side in ('before', 'after')),
  person_key_id bigint not null references person_key,
  sealed bytea not null,
  primary key (change_id, side)
);
create index change_personal_by_key on change_personal (person_key_id);
create trigger change_personal_stays before update or delete or truncate on change_personal
  for each statement execute function refuse_change_of_ledger();

-- When the session last passed the second step. What moves money to another account asks for it again.
alter table staff_session add column second_step_at timestamptz;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'roles.edit', 'all', null),
  ('director', 'changes.see', 'all', null),
  ('support_lead', 'changes.see', 'own', null),
  ('shop_manager', 'changes.see', 'shops', null),
  ('accountant', 'changes.see', 'all', null),
  ('data_officer', 'changes.see', 'all', null),
  ('auditor', 'changes.see', 'all', null),
  ('director', 'changes.show', 'all', null),
  ('support_lead', 'changes.show', 'own', null),
  ('shop_manager', 'changes.show', 'shops', null),
  ('data_officer', 'changes.show', 'all', null);
