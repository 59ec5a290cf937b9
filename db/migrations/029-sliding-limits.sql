-- Rate limits slide (decisions/104): of the window before, a part still counts. An older process beside this one
-- neither reads nor writes the new columns, so they have defaults.
alter table rate_window
  add column taken_before integer not null default 0 check (taken_before >= 0),
  add column lapses_at timestamptz not null default now() + interval '2 hours';
create index rate_window_by_lapse on rate_window (lapses_at);
drop index rate_window_by_end;
