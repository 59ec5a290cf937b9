-- Staff make and change popups.
alter table popup
  add column version integer not null default 1,
  add column changed_at timestamptz not null default now(),
  add column changed_by text,
  add constraint popup_link_own check (link ~ '^/([^/\s\\][^\s\\]*)?$');

call log_changes_of('popup', 'popup', 'popup_id',
  ignored => '{popup_id,image_width,image_height,version,changed_at,changed_by}');
