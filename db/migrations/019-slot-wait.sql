-- Who waits for a slot of a flash sale that somebody else holds unpaid (issue "Sold once", §2). A row goes
-- when its customer buys, leaves, or lets the slot go by that was kept for it.
create table slot_wait (
  slot_wait_id bigint generated always as identity primary key,
  -- no reference: thousands of rows would each lock the one row that all orders of a window want
  quota_id bigint not null,
  customer_key text not null,                    -- E.164 phone of the order: who limits are counted for
  customer_id bigint not null references customer on delete cascade,  -- whose place it is
  quantity integer not null check (quantity > 0),
  limit_key text not null,
  most integer not null check (most > 0),
  asked_at timestamptz not null,
  seen_at timestamptz not null,
  held_until timestamptz,                        -- null: waits
  unique (quota_id, customer_key)
);
create index slot_wait_by_customer on slot_wait (customer_id);
create index slot_wait_line on slot_wait (quota_id, asked_at, slot_wait_id) where held_until is null;
create index slot_wait_by_seen on slot_wait (seen_at);

-- The place in the line that this is kept for; the place may be gone when the hold is history.
alter table hold add column slot_wait_id bigint;
create index hold_by_slot_wait on hold (slot_wait_id)
  where slot_wait_id is not null and released_at is null;
