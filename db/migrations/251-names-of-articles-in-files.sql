-- A file names articles and popups by a code that stays, whatever becomes of their address or title.
alter table post add column code text not null default gen_random_uuid()::text unique;
alter table popup add column code text not null default gen_random_uuid()::text unique;
