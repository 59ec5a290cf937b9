-- What visitors agreed to and refused (decision 201). A later row of the same purpose replaces an earlier one: one that
-- refuses what was agreed to is the withdrawal. No key refers to the customer, because the proof outlives a guest.
create table consent (
  consent_id bigint generated always as identity primary key,
  customer_id bigint not null,
  purpose text not null check (purpose in ('ads', 'device')),
  is_granted boolean not null,
  -- of the text that was shown
  text_version integer not null check (text_version > 0),
  -- where it was chosen
  place text not null check (place in ('banner', 'page')),
  chosen_at timestamptz not null
);
create index consent_by_customer on consent (customer_id, consent_id);
create index consent_by_time on consent (chosen_at);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of consent stay as they are' using errcode = 'check_violation', constraint = 'consent_stays';
end $$;
create trigger consent_stays before update on consent for each statement execute function refuse_consent_change();
