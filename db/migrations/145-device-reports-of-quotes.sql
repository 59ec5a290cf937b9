-- What the owner of an old device found out in its browser: device, day and results. The shop had signed it (decision 238).
alter table trade_quote add column device_report jsonb;
drop trigger log_change on trade_quote;
call log_changes_of('trade_quote', 'trade_in', 'code',
  ignored => '{trade_quote_id,version,customer_id,idempotency_key,terms,answers,device_report,created_at,ended_at,wrong_codes}',
  secret => '{secret,accept_code}', personal => '{name,phone}');
