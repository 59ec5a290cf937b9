-- The views that staff save: a list with filters, under a name (decision 146).
create table staff_view (
  staff_view_id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  -- the page of the list, such as orders
  list text not null check (list <> ''),
  -- the filters, as the query of an address; never a search
  query text not null check (length(query) <= 1000),
  name text not null check (name <> '' and length(name) <= 40),
  -- everybody who may open the list sees it
  is_team boolean not null,
  unique (staff_id, list, name)
);
create index staff_view_of_team on staff_view (list) where is_team;

call log_changes_of('staff_view', 'view', 'staff_view_id', ignored => '{staff_view_id,staff_id}');
