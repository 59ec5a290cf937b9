-- Members ask for the erasure of their account and data, and may take it back for some days (decision 181).
create table erasure_request (
  erasure_request_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  state text not null default 'waiting' check (state in ('waiting', 'withdrawn', 'done')),
  asked_at timestamptz not null,
  -- from when a job may erase
  erase_at timestamptz not null check (erase_at > asked_at),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create unique index erasure_request_waiting on erasure_request (customer_id) where state = 'waiting';
create index erasure_request_by_customer on erasure_request (customer_id);
create index erasure_request_due on erasure_request (erase_at) where state = 'waiting';
