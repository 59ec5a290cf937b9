-- Pictures that staff upload (decision 149). Their bytes are in the store of files, not in the database.

create table stored_file (
  -- SHA-256 of the bytes, in hex: the name in the store of files
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind = 'picture'),
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  staff_name text not null,                     -- who uploaded it first
  created_at timestamptz not null,
  -- since when nothing refers to the file: it is deleted some days later; null: in use
  unused_since timestamptz
);
create index stored_file_unused on stored_file (unused_since) where unused_since is not null;

-- One picture of a subject. Rows are inserted and deleted, never changed.
create table picture (
  picture_id bigint generated always as identity primary key,
  -- the table of the subject and its key; such a row is never deleted
  subject_kind text not null,
  subject_id bigint not null,
  hash text not null references stored_file,
  staff_name text not null,
  created_at timestamptz not null,
  unique (subject_kind, subject_id, hash)
);
create index picture_by_hash on picture (hash);

-- Has the pictures of one kind of subject written into the ledger, as a part of `thing`. Every kind needs it.
create procedure log_pictures_of(subject_kind text, thing text) language plpgsql as $$
declare
  event text;
begin
  for event in select unnest(array['insert', 'delete']) loop
    execute format(
      'create trigger %I after %s on picture for each row
      when (current_setting(''tiem.change'', true) <> '''' and %s.subject_kind = %L)
      execute function log_change(''{picture_id}'', %L, ''subject_id'',
        ''{picture_id,subject_kind,subject_id,staff_name,created_at}'', ''{}'', ''{}'')',
      'log_' || event || '_of_' || subject_kind, event,
      case event when 'insert' then 'new' else 'old' end, subject_kind, thing);
  end loop;
end $$;
call log_pictures_of('goods_receipt', 'receipt');
call log_pictures_of('unit', 'unit');
