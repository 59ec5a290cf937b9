-- Offers by mail are agreed to in a checkout or a booking, and withdrawn there or by the link in a mail (decision 201).
alter table consent drop constraint consent_purpose_check;
alter table consent add constraint consent_purpose_check check (purpose in ('ads', 'device', 'mail'));
alter table consent drop constraint consent_place_check;
alter table consent add constraint consent_place_check
  check (place in ('banner', 'page', 'checkout', 'booking', 'mail'));

-- Tokens of Zalo by the setting that they began with: two settings of a rolling update do not replace each other's, of
-- which each counts once (decision 208). A process from before asks for codes by SMS meanwhile.
alter table zalo_token drop constraint zalo_token_pkey;
alter table zalo_token add primary key (app_id, seed_hash);

-- Accounts that were erased before erasures forgot their browsers.
update session set device_hash = null
from member where member.customer_id = session.customer_id and member.erased_at is not null
  and session.device_hash is not null;

-- Answers of Zalo that name a phone.
update outbox set error = regexp_replace(error, '\m84\d{9}\M', '•••', 'g') where channel = 'zalo' and error ~ '84\d{9}';
