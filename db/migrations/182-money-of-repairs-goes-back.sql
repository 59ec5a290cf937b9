-- Money of a repair goes back in parts, with a second person, and a device can be handed over twice (decision 245).

-- The bank's number of a transfer, or the slip of a card, that has paid. A payment that was entered by mistake gives it
-- free; money that went back to its customer does not.
create table repair_reference (
  way text not null check (way in ('transfer', 'card')),
  -- in capital letters, without spaces
  reference text not null,
  repair_payment_id bigint not null unique references repair_payment,
  primary key (way, reference)
);
insert into repair_reference (way, reference, repair_payment_id)
  select way, upper(regexp_replace(reference, '\s', '', 'g')), min(repair_payment_id)
  from repair_payment where amount > 0 and way <> 'cash' and reference is not null group by 1, 2;

alter table repair_payment
  drop constraint repair_payment_reverses_key,
  -- refund: the customer got money back. correction: the payment was entered by mistake
  add column reversal text check (reversal in ('refund', 'correction')),
  add check (reversal is null or (amount < 0 and reverses is not null));
drop index repair_payment_by_reference;
create index repair_payment_by_reversed on repair_payment (reverses) where reverses is not null;
update repair_payment set reversal = 'refund' where amount < 0;

-- Reversals that one member of staff asks for and another decides about: those above the limit of whoever asks.
create table repair_reversal (
  repair_reversal_id bigint generated always as identity primary key,
  ticket_id bigint not null references repair_ticket,
  repair_payment_id bigint not null references repair_payment,
  reversal text not null check (reversal in ('refund', 'correction')),
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('asked', 'approved', 'rejected', 'withdrawn')),
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  decided_by bigint references staff,
  decided_at timestamptz,
  decision_note text,
  constraint repair_reversal_decided check ((state = 'asked') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)),
  -- who asks does not approve
  constraint repair_reversal_two_people check (state <> 'approved' or decided_by <> asked_by)
);
create index repair_reversal_by_ticket on repair_reversal (ticket_id);
create index repair_reversal_by_payment on repair_reversal (repair_payment_id);
create index repair_reversal_open on repair_reversal (asked_at) where state = 'asked';
create index repair_reversal_by_asker on repair_reversal (asked_by);
create index repair_reversal_by_decider on repair_reversal (decided_by) where decided_by is not null;
call log_changes_of('repair_reversal', 'repair_ticket', 'ticket_id',
  ignored => '{repair_reversal_id,ticket_id,asked_by,asked_at,decided_by,decided_at}');

-- What a hand-over did to the warranty that the repair was under, so that it can be undone.
alter table repair_ticket
  add column added_days integer not null default 0 check (added_days >= 0),
  -- how long the warranty of the replaced part would have lasted
  add column ended_warranty date;
