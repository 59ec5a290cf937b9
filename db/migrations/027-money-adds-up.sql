-- Offers of an order for a payment method that its shopper left. A page of that method may still be open: if it is
-- paid as asked, the offer returns.
create table dropped_offer (
  dropped_offer_id bigint generated always as identity primary key,
  order_id bigint not null references sales_order,
  payment_method text not null,
  reference text,
  name text not null,
  amount bigint not null check (amount >= 0),
  quota_id bigint references quota,
  limit_key text
);
create index dropped_offer_by_order on dropped_offer (order_id);
create index dropped_offer_by_quota on dropped_offer (quota_id) where quota_id is not null;

-- What goes back is never more than what came, and an order's sums are those of its rows: checked here, whatever
-- writes (decision 101). The order is locked first, so two refunds at once see each other.
create function order_money_adds_up(id bigint) returns void language plpgsql as $$
declare
  came bigint;
  back bigint;
  done bigint;
  counted bigint;
begin
  select refunded_total into counted from sales_order where order_id = id for no key update;
  select coalesce(sum(amount), 0) into came from (
    select amount from bank_message where order_id = id and outcome <> 'ignored'
    union all
    select notice.amount from payment_message notice join payment using (payment_id)
    where payment.order_id = id and notice.status = 'paid' and notice.outcome <> 'ignored') received;
  select coalesce(sum(amount), 0), coalesce(sum(amount) filter (where state = 'done'), 0) into back, done
  from refund where order_id = id and state <> 'dropped';
  if back > came then
    raise exception 'order % received % and % goes back', id, came, back
      using errcode = 'check_violation', constraint = 'refund_within_received';
  end if;
  if counted <> done then
    raise exception 'order % counts % as refunded, not %', id, counted, done
      using errcode = 'check_violation', constraint = 'refunded_total_is_sum';
  end if;
  if exists (
    select from refund join payment_review review using (payment_review_id)
      left join bank_message using (bank_message_id) left join payment_message using (payment_message_id)
    where refund.order_id = id and refund.state <> 'dropped'
    group by payment_review_id, bank_message.amount, payment_message.amount
    having sum(refund.amount) > coalesce(bank_message.amount, payment_message.amount)) then
    raise exception 'order % refunds more of one payment than it was', id
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
end $$;

create function check_money_of_order() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payment_message' then
    perform order_money_adds_up(order_id) from payment where payment_id = old.payment_id;
  elsif tg_table_name = 'bank_message' then
    perform order_money_adds_up(old.order_id);
  else
    perform order_money_adds_up(new.order_id);
  end if;
  return null;
end $$;

create constraint trigger refund_adds_up after insert or update of order_id, payment_review_id, amount, state
  on refund deferrable initially deferred for each row execute function check_money_of_order();
create constraint trigger refunded_total_adds_up after update of refunded_total
  on sales_order deferrable initially deferred for each row execute function check_money_of_order();
-- money that came does not become less
create constraint trigger transfer_stays after update of order_id, amount, outcome or delete
  on bank_message deferrable initially deferred for each row
  when (old.order_id is not null and old.outcome <> 'ignored') execute function check_money_of_order();
create constraint trigger payment_stays after update of payment_id, amount, status, outcome or delete
  on payment_message deferrable initially deferred for each row
  when (old.payment_id is not null and old.status = 'paid' and old.outcome <> 'ignored')
  execute function check_money_of_order();

-- An order's totals are the sums of its lines and adjustments. Orders are written in batches, so new ones are checked
-- once per statement; an update of totals comes after that of the rows.
create function check_totals_of_new_orders() returns trigger language plpgsql as $$
begin
  perform order_totals_add_up(array(select order_id from placed));
  return null;
end $$;

create function check_totals_of_order() returns trigger language plpgsql as $$
begin
  perform order_totals_add_up(array[new.order_id]);
  return null;
end $$;

create function order_totals_add_up(ids bigint[]) returns void language plpgsql as $$
declare
  wrong bigint;
begin
  select o.order_id into wrong
  from sales_order o
    left join (select order_id, sum(line_total) as total from sales_order_line
      where order_id = any(ids) group by order_id) line using (order_id)
    left join (select order_id, sum(amount) as total from sales_order_adjustment
      where order_id = any(ids) group by order_id) part using (order_id)
  where o.order_id = any(ids)
    and (o.subtotal <> coalesce(line.total, 0) or o.adjustment_total <> coalesce(part.total, 0))
  limit 1;
  if wrong is not null then
    raise exception 'the totals of order % are not the sums of its rows', wrong
      using errcode = 'check_violation', constraint = 'order_totals_are_sums';
  end if;
end $$;

create trigger new_totals_add_up after insert on sales_order referencing new table as placed
  for each statement execute function check_totals_of_new_orders();
create trigger totals_add_up after update of subtotal, adjustment_total on sales_order
  for each row execute function check_totals_of_order();

-- A restore of an earlier release left all triggers switched off.
do $$
declare
  switched_off regclass;
begin
  for switched_off in
    select distinct tgrelid::regclass from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled = 'D' and relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %s enable trigger user', switched_off);
  end loop;
end $$;

-- Foreign keys that are joined or deleted through.
create index attribute_by_group on attribute (attribute_group_id);
create index banner_by_category on banner (category_id) where category_id is not null;
create index cart_item_by_item on cart_item (item_id);
create index category_by_parent on category (parent_id);
create index combo_by_product on combo (main_product_id);
create index post_of_author on post (author_id);
create index post_of_category on post (post_category_id);
create index post_tag_member_by_post on post_tag_member (post_id);
create index price_by_customer_group on price (customer_group_id) where customer_group_id is not null;
create index product_of_brand on product (brand_id);
create index product_of_category on product (category_id);
create index product_of_family on product (family_id);
create index product_attribute_by_attribute on product_attribute (attribute_id);
create index promotion_by_customer_group on promotion (customer_group_id) where customer_group_id is not null;
create index promotion_by_gift on promotion (gift_product_id) where gift_product_id is not null;
create index quote_item_by_item on quote_item (item_id);
create index refund_by_payment on refund (payment_id) where payment_id is not null;
create index reservation_by_quota on reservation (quota_id) where quota_id is not null;
create index sales_order_adjustment_by_quota on sales_order_adjustment (quota_id) where quota_id is not null;
create index sales_order_line_by_item on sales_order_line (item_id);
create index shop_of_province on shop (province_id);
create index stock_by_shop on stock (shop_id);
create index voucher_by_customer_group on voucher (customer_group_id) where customer_group_id is not null;
create index voucher_by_quota on voucher (quota_id) where quota_id is not null;
