-- Limits per customer are counted by the phone of an order. A member may have ordered for another phone than that of their
-- account: what these orders took is counted under a name that is nobody's too, so that no row joins an erased order with
-- a phone.
create function move_uses(of_orders bigint[], new_key text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  old_keys text[];
begin
  select array_agg(distinct customer_key) into old_keys
  from reservation where order_id = any (of_orders) and customer_key like '+%';
  if old_keys is null then return; end if;
  with own as (
    select limit_key, customer_key, sum(quantity)::integer as quantity from reservation
    where order_id = any (of_orders) and customer_key = any (old_keys) and released_at is null
    group by limit_key, customer_key
  ), moved as (
    update customer_use set taken = taken - own.quantity
    from own where customer_use.limit_key = own.limit_key and customer_use.customer_key = own.customer_key
  )
  insert into customer_use as used (limit_key, customer_key, taken)
  select limit_key, new_key, sum(quantity) from own group by limit_key
  on conflict (limit_key, customer_key) do update set taken = used.taken + excluded.taken;
  update reservation set customer_key = new_key where order_id = any (of_orders) and customer_key = any (old_keys);
  delete from customer_use where customer_key = any (old_keys) and taken = 0;
end $$;

-- Orders that were erased before.
select move_uses(array[order_id], 'erased:' || gen_random_uuid()) from sales_order where phone like 'erased:%';

-- Erases what names the person of a phone, also in the orders that their account made with another phone. It runs with
-- the rights of the owner, because serving processes may only add rows to what staff wrote; it blanks texts and nothing else. Its caller has locked the orders, has made sure that all
-- of them are over, and is named in the ledger.
create or replace function erase_customer(erased_phone text, erased_customer bigint default null) returns table (orders integer, messages integer, notes integer)
language plpgsql security definer set search_path = public, pg_temp set tiem.erasing = 'yes' as $$
declare
  own_orders bigint[];
  own_customers bigint[];
  own_emails text[];
  profile bigint;
  national constant text := regexp_replace(erased_phone, '^\+84', '0');
  -- Counts of offers per customer stay right, under a name that is nobody's.
  new_key constant text := 'erased:' || gen_random_uuid();
  counted integer;
begin
  if coalesce(current_setting('tiem.change', true), '') = '' or erased_phone not like '+%' then
    raise exception 'nobody is named who erases, or no phone' using errcode = 'insufficient_privilege';
  end if;
  select coalesce(array_agg(order_id), '{}'), coalesce(array_agg(distinct customer_id), '{}'),
    coalesce(array_agg(distinct lower(recipient->>'email')) filter (where recipient->>'email' is not null), '{}')
  into own_orders, own_customers, own_emails
  from sales_order where reverse(phone) = reverse(erased_phone)
    or (customer_id = erased_customer and phone not like 'erased:%');
  own_emails := own_emails || array(select lower(email) from member where phone = erased_phone and email is not null);
  orders := cardinality(own_orders);

  update outbox set recipient = '', subject = null, body = null, html = null, facts = '{}', error = null,
    next_attempt_at = null,
    state = case when state in ('waiting', 'sending', 'failed') then 'dropped' else state end
  where recipient <> '' and (order_id = any (own_orders) or recipient in (erased_phone, national)
    or (order_id is null and lower(recipient) = any (own_emails)));
  get diagnostics messages = row_count;

  update sales_order_staff_event set text = ''
  where order_id = any (own_orders) and kind in ('note', 'courier_note') and text <> '';
  get diagnostics notes = row_count;
  update call_attempt set note = null where order_id = any (own_orders) and note is not null;
  get diagnostics counted = row_count;
  notes := notes + counted;
  update sales_order_event set staff_note = null where order_id = any (own_orders) and staff_note is not null;
  update parcel_event set note = null
  where parcel_id in (select parcel_id from parcel where order_id = any (own_orders)) and note is not null;
  update return_event set note = null
  where return_id in (select return_id from return_request where order_id = any (own_orders)) and note is not null;
  update return_request set words = null where order_id = any (own_orders) and words is not null;
  update payment set ip = null where order_id = any (own_orders) and ip is not null;

  select customer_profile_id into profile from customer_profile where phone = erased_phone;
  update customer_event set text = '' where customer_profile_id = profile and text <> '';
  get diagnostics counted = row_count;
  notes := notes + counted;
  update customer_profile set phone = 'erased:' || profile || ':', block = null, block_reason = null,
    changed_by = null, version = version + 1
  where customer_profile_id = profile;

  delete from abandoned_cart where customer_id = any (own_customers) or lower(email) = any (own_emails);
  -- Also of checkouts without an order, and of orders that have another phone by now.
  update quote set recipient = null
  where recipient->>'phone' = national
    or quote_id in (select quote_id from sales_order where order_id = any (own_orders));
  update reservation set customer_key = new_key where customer_key = erased_phone;
  update customer_use set customer_key = new_key where customer_key = erased_phone;
  update waitlist_entry set customer_key = new_key where customer_key = erased_phone;
  perform move_uses(own_orders, new_key);
  update waitlist_entry set customer_key = new_key || ':' || waitlist_entry_id
  where customer_id = erased_customer and customer_key like '+%';

  -- One name for each order: two erased orders are not of one person. It ends without a digit, so that no search for
  -- the last digits of a phone finds it. The company of an invoice is no person, and tax law wants it.
  update sales_order set phone = 'erased:' || order_id || ':',
    recipient = recipient || jsonb_build_object('name', 'Đã xóa', 'salutation', null, 'phone', '', 'email', null, 'recipient_name', null,
      'recipient_phone', null, 'district_id', null, 'ward_id', null, 'ward_name', null, 'legacy_address', null,
      'street', null, 'address_text', '', 'note', null, 'promotion_announcement', false, 'company_invoice',
      case when jsonb_typeof(recipient->'company_invoice') = 'object'
        then jsonb_set(recipient->'company_invoice', '{email}', '""') else 'null' end)
  where order_id = any (own_orders);

  -- The ledger says which fields were erased. Their values must not be sealed anew.
  perform set_config('tiem.personal', '', true);
  return next;
end $$;
