-- Who asked to be called about an old device: "Đăng ký tư vấn" (decision 250).
create table trade_call (
  trade_call_id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- in E.164
  phone text not null,
  model text not null default '',
  state text not null default 'new' check (state in ('new', 'taken', 'called', 'dropped')),
  note text not null default '',
  version integer not null default 0,
  handled_by bigint references staff,
  handled_at timestamptz,
  -- when the person agreed to be called
  created_at timestamptz not null,
  check ((state = 'new') = (handled_by is null) and (handled_by is null) = (handled_at is null))
);
-- A phone waits once.
create unique index trade_call_waits on trade_call (phone) where state in ('new', 'taken');
create index trade_call_by_phone on trade_call (phone);
create index trade_call_by_state on trade_call ((state in ('called', 'dropped')), trade_call_id);
create index trade_call_by_staff on trade_call (handled_by) where handled_by is not null;
create index trade_call_by_time on trade_call (created_at);
call log_changes_of('trade_call', 'trade_call', 'trade_call_id',
  ignored => '{trade_call_id,version,handled_at,created_at}', personal => '{name,phone}');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'trade_ins.calls', 'all', null),
  ('support', 'trade_ins.calls', 'all', null),
  ('support_lead', 'trade_ins.calls', 'all', null),
  ('category_manager', 'trade_ins.calls', 'all', null);
