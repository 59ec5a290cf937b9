-- How often something was done, where several processes count together (decisions/078). What a crash
-- takes away begins anew, so nothing of it is written ahead.
create unlogged table rate_window (
  key bytea primary key,                         -- digest of rule and whose: no phone or address stands here
  taken integer not null check (taken > 0),
  ends_at timestamptz not null
) with (fillfactor = 50);
create index rate_window_by_end on rate_window (ends_at);

-- Solved captchas that were shown once: nobody gets in twice with one.
create table captcha_use (
  captcha_id bytea primary key,
  expires_at timestamptz not null
);
create index captcha_use_by_expiry on captcha_use (expires_at);
