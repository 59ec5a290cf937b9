-- Actions on many orders as jobs, with what became of each order (decision 157).
create table bulk_job (
  bulk_job_id bigint generated always as identity primary key,
  -- who pressed: the job acts with what this person may do when a row runs
  staff_id bigint not null references staff,
  -- of the form, so that a form that is sent twice makes one job
  form_key text not null check (length(form_key) between 8 and 60),
  action text not null check (action in ('confirm', 'cancel', 'assign')),
  -- of a cancellation
  reason text,
  note text,
  -- of an assignment; null: to nobody, or each row says to whom
  assign_to bigint references staff,
  -- the query of the list without its search, if all that matched were chosen
  filters text,
  -- orders that matched and that the action could not be for
  left_out integer not null default 0 check (left_out >= 0),
  row_count integer not null check (row_count > 0),
  state text not null check (state in ('open', 'done', 'cancelled')),
  undoes bigint unique references bulk_job,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (staff_id, form_key),
  constraint bulk_job_ends check ((state = 'open') = (ended_at is null)),
  constraint bulk_job_reason check ((action = 'cancel') = (reason is not null))
);
create index bulk_job_open on bulk_job (bulk_job_id) where state = 'open';
create index bulk_job_by_assign_to on bulk_job (assign_to) where assign_to is not null;

create table bulk_job_row (
  bulk_job_id bigint not null references bulk_job,
  position integer not null,
  order_code text not null,
  -- as it was when somebody decided
  version integer not null,
  -- of an undoing row: to whom the order goes back, if it is still with whoever has it
  assign_to bigint references staff,
  assigned_seen bigint references staff,
  -- done, or the code of a refusal; null: not yet
  outcome text,
  -- to whom the order was assigned before
  assigned_before bigint references staff,
  ended_at timestamptz,
  primary key (bulk_job_id, position),
  unique (bulk_job_id, order_code)
);
create index bulk_job_row_waiting on bulk_job_row (bulk_job_id, position) where outcome is null;
create index bulk_job_row_by_assign_to on bulk_job_row (assign_to) where assign_to is not null;
create index bulk_job_row_by_assigned_seen on bulk_job_row (assigned_seen) where assigned_seen is not null;
create index bulk_job_row_by_assigned_before on bulk_job_row (assigned_before) where assigned_before is not null;

call log_changes_of('bulk_job', 'bulk', 'bulk_job_id', ignored =>
  '{bulk_job_id,staff_id,form_key,created_at,ended_at}', personal => '{note}');
