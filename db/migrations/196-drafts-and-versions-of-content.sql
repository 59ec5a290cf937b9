-- What staff prepare about an article, and what was published before (decision 261). `code` says which: bai-12 is post 12.
create table content_edit (
  code text primary key check (code ~ '^bai-[1-9]\d{0,17}$'),
  -- a form says which version it has seen
  version integer not null default 1,
  -- all fields of its form; null: nothing is being prepared
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  -- when the draft is published
  publish_at timestamptz,
  -- the end of the secret link of its preview
  preview_key text unique check (preview_key ~ '^[0-9a-f]{64}$'),
  preview_until timestamptz,
  changed_at timestamptz not null,
  changed_by text not null,
  check (publish_at is null or draft is not null),
  check (preview_key is null = (preview_until is null))
);
create index content_edit_due on content_edit (publish_at) where publish_at is not null;

create table content_version (
  code text not null references content_edit,
  number integer not null check (number > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  published_at timestamptz not null,
  staff_name text not null,
  primary key (code, number)
);

call log_changes_of('content_edit', 'article', 'code',
  ignored => '{code,version,preview_key,preview_until,changed_at,changed_by}');
call log_changes_of('content_version', 'article', 'code', ignored => '{code,content,published_at,staff_name}');
call log_changes_of('post', 'post', 'post_id', ignored => '{post_id,body,updated_at,reading_minutes}');
call log_pictures_of('post', 'post');

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'content.see', 'all', null),
  ('director', 'content.edit', 'all', null),
  ('director', 'content.publish', 'all', null),
  ('category_manager', 'content.see', 'all', null),
  ('category_manager', 'content.edit', 'all', null),
  ('content', 'content.see', 'all', null),
  ('content', 'content.edit', 'all', null),
  ('content', 'content.publish', 'all', null),
  ('auditor', 'content.see', 'all', null);
