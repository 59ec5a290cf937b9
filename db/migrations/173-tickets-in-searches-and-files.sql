-- The search box of staff finds tickets by the last digits of a phone, and by the beginning of an IMEI.
create index repair_ticket_by_phone_end on repair_ticket (reverse(phone) text_pattern_ops);
create index repair_ticket_by_imei_start on repair_ticket (imei text_pattern_ops) where imei is not null;
drop index repair_ticket_by_imei;

-- The list of tickets becomes a file; its page lies in the folder of another one.
alter table list_export drop constraint list_export_list_check,
  add constraint list_export_list_check check (list ~ '^[a-z][a-z/-]{0,39}$');
