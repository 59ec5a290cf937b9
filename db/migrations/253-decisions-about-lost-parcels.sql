-- Needs every older process stopped: it would not say what a lost parcel was worth.
-- Staff decide what becomes of the goods of a lost parcel (decision 301).
alter table parcel drop constraint parcel_state;
alter table parcel add constraint parcel_state check (state in ('requested', 'created', 'handed_over', 'delivering',
  'delivery_failed', 'returning', 'delivered', 'received_back', 'lost', 'replaced', 'written_off', 'cancelled'));

-- What was lost was on hand for nobody: the movement that brings it back and this one are one statement.
alter table stock_movement
  drop constraint stock_movement_kind,
  add constraint stock_movement_kind check (kind in ('opening', 'import', 'count', 'adjustment', 'sale', 'return',
    'exchange', 'receipt', 'transfer_out', 'transfer_in', 'lost'));

-- What lay in the parcel, in đồng: the order may lose these lines, or have others.
alter table parcel_claim add column value bigint check (value >= 0);
update parcel_claim claim set value = coalesce((
    select sum(part.quantity * line.final_price) from parcel_line part
      join sales_order_line line on line.order_id = claim.order_id and line.position = part.position
    where part.parcel_id = claim.parcel_id),
  (select subtotal from sales_order o where o.order_id = claim.order_id));
alter table parcel_claim alter column value set not null;

-- A refund above the limit of whoever decides waits for an approval, and the decision about the parcel with it.
alter table refund_request
  add column parcel_id bigint references parcel,
  drop constraint refund_request_kind_check,
  add constraint refund_request_kind_check check (kind in ('return', 'goodwill', 'correction', 'lost')),
  add constraint refund_request_of_lost_parcel check ((kind = 'lost') = (parcel_id is not null));
create unique index refund_request_by_parcel on refund_request (parcel_id) where state = 'asked';
create index refund_request_of_parcel on refund_request (parcel_id) where parcel_id is not null;
