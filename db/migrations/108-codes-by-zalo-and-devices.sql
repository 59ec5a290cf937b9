-- One-time passwords also go by Zalo (decision 208).
alter table outbox drop constraint outbox_channel_check;
alter table outbox add constraint outbox_channel_check check (channel in ('email', 'sms', 'push', 'zalo'));

-- The tokens of the shop's Official Account. A refresh token counts once: the newest one stands here, encrypted.
create table zalo_token (
  app_id text primary key,
  -- SHA-256 of the setting ZALO_REFRESH_TOKEN that it began with: another setting begins anew
  seed_hash bytea not null,
  sealed_refresh bytea not null,
  sealed_access bytea,
  access_expires_at timestamptz,
  -- One process renews: the others wait until then.
  renewing_until timestamptz,
  check ((sealed_access is null) = (access_expires_at is null))
);

-- The browser that asked for a code, and the one that a session began in: SHA-256 of a cookie of the member site
-- (decision 209). Null: it had none, or the page is one of the shop.
alter table otp add column device_hash bytea;
alter table session add column device_hash bytea;
