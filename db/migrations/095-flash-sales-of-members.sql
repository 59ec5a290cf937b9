-- A window of a flash sale may be for members alone (decision 192).
alter table flash_sale add column needs_member boolean not null default false;
