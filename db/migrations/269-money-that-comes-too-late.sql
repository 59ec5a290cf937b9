-- Money that comes long after its order ended goes back (decision 302).
alter table payment_review drop constraint payment_review_reason_check;
alter table payment_review add constraint payment_review_reason_check check (reason in ('unknown_code',
  'several_codes', 'wrong_account', 'under', 'over', 'double', 'after_cancel', 'late_no_stock', 'too_late',
  'not_awaited'));
