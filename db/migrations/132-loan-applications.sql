-- Applications for loans (decisions 228–230).

-- What a company demands of whoever applies, and how an application reaches it.
alter table installment_company
  add column min_age integer not null default 18 check (min_age between 18 and 100),
  add column max_age integer not null default 70,
  -- fields of its form
  add column asks text[] not null default '{}' check (asks <@ array['income', 'job', 'address']),
  add column relatives integer not null default 0 check (relatives between 0 and 3),
  -- pictures of documents, only where the company demands them
  add column pictures text[] not null default '{}'
    check (pictures <@ array['id_front', 'id_back', 'licence', 'selfie']),
  -- online: by its interface. by_hand: staff send a file and type in what the company answers.
  add column way text not null default 'by_hand' check (way in ('online', 'by_hand')),
  add column url text check (url like 'https://%'),
  add column contact_email text,
  -- signs what is sent and what comes back, sealed with a key of the shop
  add column sealed_secret bytea,
  -- hours that goods are held while the company examines, and after its approval until the contract is signed
  add column hold_hours integer not null default 48 check (hold_hours between 1 and 336),
  add column sign_hours integer not null default 72 check (sign_hours between 1 and 336),
  add constraint installment_company_ages check (max_age >= min_age);

create table loan_application (
  application_id bigint generated always as identity primary key,
  code text not null unique check (code <> ''),
  -- forty hexadecimal digits that open this one application
  secret text not null,
  customer_id bigint not null references customer,
  company_id text not null references installment_company,
  -- placed in the transaction that sends the application
  order_id bigint unique references sales_order,
  state text not null check (state in ('draft', 'submitted', 'at_company', 'more_papers', 'approved', 'signed',
    'delivered', 'money_received', 'refused', 'lapsed', 'withdrawn')),
  version integer not null default 1,
  prepaid_percent integer not null check (prepaid_percent between 0 and 99),
  months integer not null check (months > 0),
  has_insurance boolean not null,
  -- the loan as the shopper saw it (contracts/storefront/installment.ts)
  loan jsonb not null,
  -- what the company lends, insurance included (Circular 43/2016/TT-NHNN)
  lent bigint not null check (lent between 0 and 100000000),
  -- what the form asked for, sealed with the key of the person. Null: erased.
  person_key_id bigint references person_key,
  sealed bytea,
  -- a keyed hash, by which the loans of one person are added up; null: erased
  document_hash text,
  -- pictures that the company asks for
  wanted text[] not null default '{}',
  -- the company's words for the shopper
  reason text,
  contract_number text,
  -- the company's name for the application
  reference text,
  received_amount bigint check (received_amount > 0),
  created_at timestamptz not null,
  submitted_at timestamptz,
  passed_on_at timestamptz,
  -- when a failed hand-over is tried again
  pass_on_at timestamptz,
  pass_on_attempts integer not null default 0,
  -- when the goods are no longer held
  expires_at timestamptz,
  -- when it came to its end
  ended_at timestamptz,
  check ((state = 'draft') = (submitted_at is null)),
  check ((state = 'draft') = (order_id is null)),
  check ((state in ('submitted', 'at_company', 'more_papers', 'approved')) = (expires_at is not null))
);
create unique index loan_application_draft on loan_application (customer_id) where state = 'draft';
create index loan_application_by_customer on loan_application (customer_id, application_id);
create index loan_application_by_company on loan_application (company_id);
create index loan_application_by_state on loan_application (state, application_id);
create index loan_application_by_key on loan_application (person_key_id) where person_key_id is not null;
create index loan_application_of_document on loan_application (document_hash, company_id) where document_hash is not null;
create index loan_application_due on loan_application (expires_at) where expires_at is not null;

create table application_event (
  application_event_id bigint generated always as identity primary key,
  application_id bigint not null references loan_application,
  state text not null,
  move text not null,
  actor text not null check (actor in ('shopper', 'staff', 'company', 'clock')),
  staff_name text,
  happened_at timestamptz not null
);
create index application_event_by_application on application_event (application_id);

-- A picture of a document. The bytes are in the store of files, encrypted with a key of their own.
create table application_file (
  application_file_id bigint generated always as identity primary key,
  -- null: its form was replaced
  application_id bigint references loan_application,
  kind text not null check (kind in ('id_front', 'id_back', 'licence', 'selfie')),
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- The key, sealed with a key of the shop. Null: not stored yet, or erased; a job removes the bytes.
  sealed_key bytea,
  created_at timestamptz not null
);
create index application_file_by_application on application_file (application_id);
create unique index application_file_in_use on application_file (application_id, kind) where sealed_key is not null;
create index application_file_erased on application_file (created_at) where sealed_key is null;

-- Answers of companies: a repeated one changes nothing.
create table lender_answer (
  company_id text not null references installment_company,
  -- the company's name for the answer
  event_id text not null,
  application_id bigint not null references loan_application,
  answer text not null,
  -- Null: the application was in another state, so nothing was done.
  outcome text,
  received_at timestamptz not null,
  primary key (company_id, event_id)
);
create index lender_answer_by_application on lender_answer (application_id);

-- What the built-in company of demo shops has got.
create table play_application (
  reference text primary key,
  application_code text not null unique,
  company_id text not null,
  summary jsonb not null,
  created_at timestamptz not null
);

insert into role_permission (role_code, permission, scope, max_amount) values
  ('director', 'loans.see', 'all', null),
  ('support', 'loans.see', 'all', null),
  ('support_lead', 'loans.see', 'all', null),
  ('sales', 'loans.see', 'shops', null),
  ('shop_manager', 'loans.see', 'shops', null),
  ('accountant', 'loans.see', 'all', null),
  ('auditor', 'loans.see', 'all', null),
  ('director', 'loans.handle', 'all', null),
  ('support_lead', 'loans.handle', 'all', null),
  ('sales', 'loans.handle', 'shops', null),
  ('shop_manager', 'loans.handle', 'shops', null),
  ('director', 'loans.money', 'all', null),
  ('accountant', 'loans.money', 'all', null),
  ('director', 'lenders.change', 'all', null);

call log_changes_of('loan_application', 'loan', 'code', ignored =>
  '{application_id,version,customer_id,company_id,order_id,prepaid_percent,months,has_insurance,loan,lent,person_key_id,created_at,submitted_at,passed_on_at,pass_on_at,pass_on_attempts,expires_at,ended_at}',
  secret => '{secret,sealed,document_hash}', events => 'update');
call log_changes_of('installment_company', 'lender', 'company_id', secret => '{sealed_secret}', events => 'update');
call log_changes_of('installment_bank', 'lender', 'bank_code', events => 'update');
