-- Lists that staff took out of the shop as files (decision 152).
create table list_export (
  list_export_id bigint generated always as identity primary key,
  staff_name text not null,
  -- the page of the list, such as orders
  list text not null check (list ~ '^[a-z][a-z-]{0,39}$'),
  format text not null check (format in ('csv', 'xlsx')),
  -- the query of the list without its search, which may name a person
  filters text not null check (length(filters) <= 1000),
  has_search boolean not null,
  -- phones were masked
  is_masked boolean not null,
  -- running: under way, or its process was killed; stopped: whoever asked went away
  state text not null check (state in ('running', 'done', 'cut', 'stopped')),
  row_count integer not null check (row_count >= 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint list_export_ends check ((state = 'running') = (ended_at is null))
);

call log_changes_of('list_export', 'export', 'list_export_id', ignored =>
  '{list_export_id,staff_name,started_at,ended_at}');

-- lists.export: lists of goods and money. customers.export: phones in full, in lists that one may take out anyway.
insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'lists.export', 'all', null),
  ('support_lead', 'lists.export', 'all', null),
  ('shop_manager', 'lists.export', 'shops', null),
  ('warehouse', 'lists.export', 'shops', null),
  ('accountant', 'lists.export', 'all', null),
  ('category_manager', 'lists.export', 'all', null),
  ('auditor', 'lists.export', 'all', null),
  ('data_officer', 'lists.export', 'all', null),
  ('data_officer', 'customers.export', 'all', null);
