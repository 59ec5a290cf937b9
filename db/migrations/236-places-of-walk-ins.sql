-- Somebody who walks in and waits takes a technician as a booking does (decision 288): a place in a slot belongs to a
-- booking or to a ticket. What is taken in a slot is still the number of its rows.
alter table booking_slot drop constraint booking_slot_pkey;
alter table booking_slot alter column booking_id drop not null;
alter table booking_slot add column ticket_id bigint references repair_ticket;
alter table booking_slot add check (num_nonnulls(booking_id, ticket_id) = 1);
alter table booking_slot add unique (booking_id, skill, starts_at);
alter table booking_slot add unique (ticket_id, skill, starts_at);
