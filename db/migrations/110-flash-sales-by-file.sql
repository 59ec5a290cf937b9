-- A flash sale has a code, by which files of products name it (decision 211).
alter table flash_sale add column code text not null unique check (code <> '')
  default 'FS' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
