-- Staff make and change banners, and upload their pictures. A file names a banner by a code that stays.
alter table banner
  add column code text not null default gen_random_uuid()::text unique,
  add column version integer not null default 1,
  add column changed_at timestamptz not null default now(),
  add column changed_by text;

call log_changes_of('banner', 'banner', 'banner_id',
  ignored => '{banner_id,code,image_blur,version,changed_at,changed_by}');
call log_pictures_of('banner', 'banner');
