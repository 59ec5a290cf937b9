-- From this total on, an unpaid order paid on delivery is confirmed by a call only (decision 128). Null: never.
alter table cod_rule add column call_from bigint check (call_from > 0);
