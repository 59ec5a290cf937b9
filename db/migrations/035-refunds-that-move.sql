-- A refund that moves to another order, or is deleted, changes the sums of the order that it leaves too
-- (decision 101). Orders are locked in the sequence of their ids.
create or replace function check_money_of_order() returns trigger language plpgsql as $$
declare
  id bigint;
begin
  if tg_table_name = 'payment_message' then
    perform order_money_adds_up(order_id) from payment where payment_id = old.payment_id;
  elsif tg_table_name = 'bank_message' then
    perform order_money_adds_up(old.order_id);
  else
    for id in select distinct one from unnest(array[old.order_id, new.order_id]) one
      where one is not null order by one
    loop
      perform order_money_adds_up(id);
    end loop;
  end if;
  return null;
end $$;

drop trigger refund_adds_up on refund;
create constraint trigger refund_adds_up
  after insert or delete or update of order_id, payment_review_id, amount, state
  on refund deferrable initially deferred for each row execute function check_money_of_order();
