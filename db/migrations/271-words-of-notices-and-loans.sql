-- Needs every older process stopped: it reads and writes the former names (decision 098).

-- How often a notice, or an offer of a campaign, was put into the outbox. Its messages name the number.
alter table product_notice rename column told_count to queued_count;
alter table campaign_recipient rename column told_count to queued_count;
update outbox set facts = facts - 'told_count' || jsonb_build_object('queued_count', facts -> 'told_count')
where facts ? 'told_count';

-- Goods are reserved while a company examines an application.
alter table installment_company rename column hold_hours to reserve_hours;
alter table installment_company rename constraint installment_company_hold_hours_check
  to installment_company_reserve_hours_check;
