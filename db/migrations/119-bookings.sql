-- Appointments for repairs (decision 218).

-- How many technicians of a shop have a skill. 'any' counts them all: a shop without such a row takes no bookings. A
-- skill without a row can be done by all of them.
create table shop_skill (
  shop_id integer not null references shop on delete cascade,
  skill text not null,
  technicians integer not null check (technicians >= 0),
  primary key (shop_id, skill)
);
-- Existing shops that repair begin with two technicians.
insert into shop_skill (shop_id, skill, technicians)
  select shop_id, 'any', 2 from shop where 'sua-chua' = any(kinds);

-- Shops are closed from New Year's Eve of the lunar calendar until the third day of Tết. Staff change the list.
insert into closed_day (day, name) values
  ('2027-02-05', 'Giao thừa'),
  ('2027-02-06', 'Mùng 1 Tết'),
  ('2027-02-07', 'Mùng 2 Tết'),
  ('2027-02-08', 'Mùng 3 Tết'),
  ('2028-01-25', 'Giao thừa'),
  ('2028-01-26', 'Mùng 1 Tết'),
  ('2028-01-27', 'Mùng 2 Tết'),
  ('2028-01-28', 'Mùng 3 Tết'),
  ('2029-02-12', 'Giao thừa'),
  ('2029-02-13', 'Mùng 1 Tết'),
  ('2029-02-14', 'Mùng 2 Tết'),
  ('2029-02-15', 'Mùng 3 Tết'),
  ('2030-02-01', 'Giao thừa'),
  ('2030-02-02', 'Mùng 1 Tết'),
  ('2030-02-03', 'Mùng 2 Tết'),
  ('2030-02-04', 'Mùng 3 Tết'),
  ('2031-01-22', 'Giao thừa'),
  ('2031-01-23', 'Mùng 1 Tết'),
  ('2031-01-24', 'Mùng 2 Tết'),
  ('2031-01-25', 'Mùng 3 Tết')
on conflict do nothing;

-- Half an hour of the technicians of a shop. A row is made when somebody first books it.
create table slot (
  shop_id integer not null references shop on delete cascade,
  skill text not null,
  starts_at timestamptz not null check (extract(epoch from starts_at)::bigint % 1800 = 0),
  capacity integer not null,
  taken integer not null default 0,
  primary key (shop_id, skill, starts_at),
  check (taken between 0 and capacity)
);

create table booking (
  booking_id bigint generated always as identity primary key,
  code text not null unique,
  -- opens the booking in any browser
  secret text not null unique,
  customer_id bigint references customer on delete set null,
  idempotency_key text,
  shop_id integer not null references shop,
  starts_at timestamptz not null,
  -- half hours from starts_at
  half_hours integer not null check (half_hours > 0),
  state text not null check (state in ('booked', 'received', 'no_show', 'cancelled')),
  name text not null,
  -- in E.164
  phone text not null,
  email text,
  notes text,
  promotion_announcement boolean not null,
  -- đồng; the prices of its lines are promised
  total bigint not null check (total >= 0),
  -- grows with every change, as calendars want it
  version integer not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'booked') = (ended_at is null)),
  unique (customer_id, idempotency_key)
);
-- A phone has one appointment at a time.
create unique index booking_of_phone on booking (phone, starts_at) where state = 'booked';
create index booking_by_customer on booking (customer_id) where customer_id is not null;
create index booking_by_phone on booking (phone, ended_at);
create index booking_by_shop on booking (shop_id, starts_at);
create index booking_upcoming on booking (starts_at) where state = 'booked';

-- What is done, at the price that was promised.
create table booking_line (
  booking_id bigint not null references booking on delete cascade,
  position integer not null,
  -- a repair, or goods that are held
  item_id bigint not null,
  product_id bigint generated always as (case when item_id <= 1000000000 then item_id end) stored references product,
  option_id bigint generated always as (case when item_id > 1000000000 then item_id end) stored references repair_option,
  quantity integer not null check (quantity > 0),
  name text not null,
  skill text not null,
  minutes integer not null check (minutes > 0),
  price bigint not null check (price >= 0),
  warranty_months integer not null,
  primary key (booking_id, position)
);
create index booking_line_by_product on booking_line (product_id) where product_id is not null;
create index booking_line_by_option on booking_line (option_id) where option_id is not null;

-- The slots that a booking has. Those of cancelled bookings are given back.
create table booking_slot (
  booking_id bigint not null references booking on delete cascade,
  shop_id integer not null,
  skill text not null,
  starts_at timestamptz not null,
  primary key (booking_id, skill, starts_at),
  foreign key (shop_id, skill, starts_at) references slot
);
create index booking_slot_by_slot on booking_slot (shop_id, skill, starts_at);
