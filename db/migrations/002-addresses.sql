-- Administrative units: those in force since 2025-07-01, and the three-level tree of before, each
-- old ward with the new ones it became. Rows come from db/addresses/ at start, not from a seed.
create table reference_data (
  name text primary key,
  version text not null,
  fingerprint text not null,
  loaded_at timestamptz not null default now()
);

create table official_province (
  province_code text primary key,
  kind text not null check (kind in ('tỉnh', 'thành phố')),
  name text not null
);

create table official_ward (
  ward_id integer primary key,                   -- the official code as a number: 00004 is 4
  province_code text not null references official_province,
  legacy_code text not null,                     -- province of before 2025-07-01 in which it lies
  name text not null,
  search_text text not null                      -- folded name
);
create index official_ward_by_province on official_ward (province_code);
create index official_ward_by_search_text on official_ward using gin (search_text gin_trgm_ops);

create table legacy_province (
  legacy_code text primary key,
  name text not null
);

create table legacy_district (
  district_id integer primary key,               -- the official code of then as a number; ours from 1001
  legacy_code text not null references legacy_province,
  name text not null
);
create index legacy_district_by_province on legacy_district (legacy_code);

create table legacy_ward (
  legacy_ward_id integer primary key,            -- the official code of then as a number; ours from 100001
  district_id integer not null references legacy_district,
  is_former boolean not null,                    -- gone or renamed before 2025-07-01 already
  ward_ids integer[] not null check (cardinality(ward_ids) > 0),
  name text not null,
  search_text text not null
);
create index legacy_ward_by_district on legacy_ward (district_id);

-- Who buys may want an invoice for a company; the address is kept in the words and units of its day.
update quote set recipient = recipient || '{"province_code": null, "legacy_address": null, "dataset_version": null, "promotion_announcement": false, "company_invoice": null}'
  where recipient is not null;
update sales_order set recipient = recipient || '{"province_code": null, "legacy_address": null, "dataset_version": null, "promotion_announcement": false, "company_invoice": null}';
