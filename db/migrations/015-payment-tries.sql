-- How a try was begun and when its provider was asked; money that goes back after all stays.

-- Of the shopper, as the edge saw it: providers want to know.
alter table payment add column ip text;
alter table payment add column device text check (device in ('desktop', 'mobile'));
-- A page that waits may have the provider asked, but only so often.
alter table payment add column asked_at timestamptz;

-- Staff may count money for its order as long as its refund was not sent.
alter table refund drop constraint refund_state_check;
alter table refund add constraint refund_state_check
  check (state in ('due', 'requested', 'done', 'failed', 'dropped'));
create index refund_by_review on refund (payment_review_id) where payment_review_id is not null;

-- All processes offer the ways to pay that staff have set up.
create trigger tell_change after insert or update or delete or truncate on gateway_setting
  for each statement execute function tell_tag('gateways');
