-- A report of device tests counts for one quote: others are looked for by its time.
create index trade_quote_by_report on trade_quote ((device_report->>'made_at')) where device_report is not null;
