-- Needs every older process stopped: it packs whole orders and would not write what lies in a parcel (decision 177).

-- An order is in several parcels: each has a part of its lines.
drop index parcel_by_order;

-- What lies in a parcel. Rows are only added: what counts is the state of the parcel.
create table parcel_line (
  parcel_id bigint not null references parcel,
  -- of the line of the order
  position integer not null,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, position)
);

-- Orders of which a part is packed, and the rest waits for it.
create table packing_rest (
  order_id bigint primary key references sales_order
);

-- Parcels of before held all of their order.
insert into parcel_line (parcel_id, position, quantity)
select parcel_id, position, item_quantity from parcel join sales_order_line using (order_id)
where parcel.state not in ('cancelled', 'received_back');
