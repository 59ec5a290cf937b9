-- People who work in the shop: their accounts, roles, sessions and sign-ins (decisions/117, 118).
create table staff_role (
  role_code text primary key check (role_code ~ '^[a-z_]{2,40}$'),
  name text not null,
  position integer not null unique
);

-- What a role may do, and where: at all shops, at the person's own shops, or with what is assigned to the person.
create table role_permission (
  role_code text not null references staff_role,
  permission text not null check (permission ~ '^[a-z_]+\.[a-z_]+$'),
  scope text not null check (scope in ('all', 'shops', 'own')),
  -- Greatest amount in đồng that one decision may have. Null: any amount.
  max_amount bigint check (max_amount > 0),
  primary key (role_code, permission)
);

create table staff (
  staff_id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- Folded before it is stored and looked up: lower case, without accents.
  login_name text not null unique check (login_name ~ '^[a-z0-9][a-z0-9._-]{2,39}$'),
  -- Null until the invitation is accepted.
  password_hash text,
  -- Sealed. Null until the person has typed a first code of it.
  totp_secret bytea,
  -- The time step of the last accepted code. A code of this or an earlier step is refused.
  totp_step bigint,
  -- An account of a demo shop that anybody may enter. Live shops refuse to start with it.
  is_demo boolean not null default false,
  locked_at timestamptz,
  created_at timestamptz not null
);

create table staff_role_grant (
  staff_id bigint not null references staff,
  role_code text not null references staff_role,
  primary key (staff_id, role_code)
);
create index staff_role_grant_by_role on staff_role_grant (role_code);

create table staff_shop (
  staff_id bigint not null references staff,
  shop_id bigint not null references shop,
  primary key (staff_id, shop_id)
);
create index staff_shop_by_shop on staff_shop (shop_id);

create table staff_session (
  staff_session_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  device text not null,
  expires_at timestamptz not null,
  -- When sign-in was complete. Null: the password was right and the code of the second step is missing.
  verified_at timestamptz,
  has_second_step boolean not null default false,
  -- Sealed. A secret that the person is about to enrol.
  enrolling_secret bytea,
  wrong_codes integer not null default 0,
  ended_at timestamptz
);
create index staff_session_by_staff on staff_session (staff_id);

create table staff_login_attempt (
  staff_login_attempt_id bigint generated always as identity primary key,
  attempted_at timestamptz not null,
  -- Null: no such account. Then the typed name is not stored, because it may be a password in the wrong field.
  staff_id bigint references staff,
  login_name text,
  address text not null,
  device text not null,
  outcome text not null check (
    outcome in ('signed_in', 'code_needed', 'unknown_name', 'wrong_password', 'wrong_code', 'locked')
  )
);
create index staff_login_attempt_by_staff on staff_login_attempt (staff_id, attempted_at);
create index staff_login_attempt_by_time on staff_login_attempt (attempted_at);

-- A link that sets the password, once.
create table staff_invite (
  staff_invite_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  staff_id bigint not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index staff_invite_by_staff on staff_invite (staff_id);

insert into staff_role (role_code, name, position) values
  ('director', 'Điều hành', 1),
  ('support', 'Chăm sóc khách hàng', 2),
  ('support_lead', 'Trưởng nhóm chăm sóc khách hàng', 3),
  ('sales', 'Bán hàng', 4),
  ('shop_manager', 'Cửa hàng trưởng', 5),
  ('warehouse', 'Kho', 6),
  ('courier', 'Giao hàng', 7),
  ('technician', 'Kỹ thuật', 8),
  ('accountant', 'Kế toán', 9),
  ('category_manager', 'Ngành hàng', 10),
  ('content', 'Nội dung', 11),
  ('data_officer', 'Bảo vệ dữ liệu', 12),
  ('auditor', 'Kiểm soát', 13);

insert into role_permission (role_code, permission, scope, max_amount)
select 'director', permission, 'all', null
from unnest(array[
  'orders.see', 'orders.confirm', 'orders.ship', 'orders.cancel', 'orders.note', 'orders.phone', 'orders.export',
  'stock.see', 'stock.adjust',
  'payments.see', 'payments.settle', 'refunds.see', 'refunds.settle', 'gateways.see', 'gateways.change',
  'messages.see', 'messages.resend', 'staff.see', 'staff.edit', 'roles.see'
]) permission;

insert into role_permission (role_code, permission, scope, max_amount) values
  ('support', 'orders.see', 'all', null),
  ('support', 'orders.confirm', 'own', null),
  ('support', 'orders.cancel', 'own', null),
  ('support', 'orders.note', 'all', null),
  ('support', 'orders.phone', 'own', null),
  ('support', 'stock.see', 'all', null),
  ('support_lead', 'orders.see', 'all', null),
  ('support_lead', 'orders.confirm', 'all', null),
  ('support_lead', 'orders.ship', 'all', null),
  ('support_lead', 'orders.cancel', 'all', null),
  ('support_lead', 'orders.note', 'all', null),
  ('support_lead', 'orders.phone', 'all', null),
  ('support_lead', 'orders.export', 'all', null),
  ('support_lead', 'stock.see', 'all', null),
  ('support_lead', 'refunds.see', 'all', null),
  ('support_lead', 'refunds.settle', 'all', 1000000),
  ('support_lead', 'messages.see', 'all', null),
  ('support_lead', 'messages.resend', 'all', null),
  ('sales', 'orders.see', 'shops', null),
  ('sales', 'orders.confirm', 'shops', null),
  ('sales', 'orders.ship', 'shops', null),
  ('sales', 'orders.cancel', 'shops', null),
  ('sales', 'orders.note', 'shops', null),
  ('sales', 'orders.phone', 'shops', null),
  ('sales', 'stock.see', 'shops', null),
  ('shop_manager', 'orders.see', 'shops', null),
  ('shop_manager', 'orders.confirm', 'shops', null),
  ('shop_manager', 'orders.ship', 'shops', null),
  ('shop_manager', 'orders.cancel', 'shops', null),
  ('shop_manager', 'orders.note', 'shops', null),
  ('shop_manager', 'orders.phone', 'shops', null),
  ('shop_manager', 'stock.see', 'shops', null),
  ('shop_manager', 'stock.adjust', 'shops', 2000000),
  ('shop_manager', 'staff.see', 'shops', null),
  ('warehouse', 'orders.see', 'shops', null),
  ('warehouse', 'orders.ship', 'shops', null),
  ('warehouse', 'orders.note', 'shops', null),
  ('warehouse', 'orders.phone', 'own', null),
  ('warehouse', 'stock.see', 'shops', null),
  ('courier', 'orders.see', 'own', null),
  ('courier', 'orders.phone', 'own', null),
  ('technician', 'stock.see', 'shops', null),
  ('accountant', 'orders.see', 'all', null),
  ('accountant', 'orders.export', 'all', null),
  ('accountant', 'stock.see', 'all', null),
  ('accountant', 'stock.adjust', 'all', null),
  ('accountant', 'payments.see', 'all', null),
  ('accountant', 'payments.settle', 'all', null),
  ('accountant', 'refunds.see', 'all', null),
  ('accountant', 'refunds.settle', 'all', 10000000),
  ('category_manager', 'orders.see', 'all', null),
  ('category_manager', 'stock.see', 'all', null),
  ('data_officer', 'messages.see', 'all', null),
  ('auditor', 'orders.see', 'all', null),
  ('auditor', 'stock.see', 'all', null),
  ('auditor', 'roles.see', 'all', null);
