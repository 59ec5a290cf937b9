-- Answers of companies that arrive in another sequence, two persons for what staff note, phones that are proven, and the
-- end of a loan (decisions 246, 247).

-- When the company decided. Rows from before: when the answer came.
alter table lender_answer add column answered_at timestamptz;
update lender_answer set answered_at = received_at;
-- A process from before does not name it.
alter table lender_answer alter column answered_at set default now();
alter table lender_answer alter column answered_at set not null;
comment on column lender_answer.outcome is
  'taken; late: an answer that the company gave afterwards counted before; null: the state did not allow it, staff see it';

-- Who noted it: an approval and a contract are noted by two persons.
alter table application_event add column staff_id bigint;

alter table loan_application
  -- sixteen hexadecimal digits that only a message to the phone has
  add column phone_secret text,
  -- when that link was used, or the shop spoke with its owner
  add column phone_proven_at timestamptz;
-- Applications from before keep their hours.
update loan_application set phone_proven_at = submitted_at where submitted_at is not null;

-- A loan ends with its delivery: what was typed is erased some days later.
update loan_application a set ended_at = coalesce((select max(happened_at) from application_event event
    where event.application_id = a.application_id and event.state = 'delivered'), submitted_at)
  where state = 'delivered' and ended_at is null;

drop trigger log_change on loan_application;
call log_changes_of('loan_application', 'loan', 'code', ignored =>
  '{application_id,version,customer_id,company_id,order_id,prepaid_percent,months,has_insurance,loan,lent,person_key_id,created_at,submitted_at,passed_on_at,pass_on_at,pass_on_attempts,expires_at,ended_at}',
  secret => '{secret,phone_secret,sealed,document_hash,reason}', events => 'update');

-- That the shop passes a form on is agreed to in the form (decision 201).
alter table consent drop constraint consent_purpose_check;
alter table consent add constraint consent_purpose_check check (purpose in ('ads', 'device', 'mail', 'loan'));
alter table consent drop constraint consent_place_check;
alter table consent add constraint consent_place_check
  check (place in ('banner', 'page', 'checkout', 'booking', 'mail', 'loan'));
