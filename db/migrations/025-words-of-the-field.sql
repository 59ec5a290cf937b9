-- Needs every older process stopped: it renames what they read and write.
-- Tables, columns and codes take the words of the glossary (CONTRIBUTING.md).

alter table hold rename to reservation;
alter table reservation rename column hold_id to reservation_id;
alter table reservation rename column most to max_quantity;
alter table reservation rename column slot_wait_id to waitlist_entry_id;
alter index hold_pkey rename to reservation_pkey;
alter index hold_by_order rename to reservation_by_order;
alter index hold_by_expiry rename to reservation_by_expiry;
alter index hold_by_shelf rename to reservation_by_stock;
alter index hold_by_slot_wait rename to reservation_by_waitlist_entry;

alter table slot_wait rename to waitlist_entry;
alter table waitlist_entry rename column slot_wait_id to waitlist_entry_id;
alter table waitlist_entry rename column most to max_quantity;
alter table waitlist_entry rename column held_until to reserved_until;
alter index slot_wait_pkey rename to waitlist_entry_pkey;
alter index slot_wait_by_customer rename to waitlist_entry_by_customer;
alter index slot_wait_line rename to waitlist_entry_in_order;
alter index slot_wait_by_seen rename to waitlist_entry_by_seen;

-- đồng that a percent takes off at most
alter table promotion rename column most to max_discount;
alter table voucher rename column most to max_discount;

alter table refund rename column tries to attempts;
alter table refund rename column next_try_at to next_attempt_at;
alter table outbox rename column tries to attempts;
alter table outbox rename column next_try_at to next_attempt_at;

alter table test_provider_payment rename to sandbox_payment;

update sales_order_event set move = case move
  when 'place_at_door' then 'place_cod'
  when 'choose_at_door' then 'choose_cod'
  else 'return_to_cod' end
where move in ('place_at_door', 'choose_at_door', 'turn_back');

update outbox set template = 'order_cod',
  dedupe_key = replace(dedupe_key, 'order_at_door:', 'order_cod:')
where template = 'order_at_door';
update outbox set template = 'abandoned_cart',
  dedupe_key = replace(dedupe_key, 'cart_left:', 'abandoned_cart:')
where template = 'cart_left';
