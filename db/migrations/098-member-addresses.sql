-- The address book of a member (contract §3 quote address): what they typed, offered again at checkout.
create table member_address (
  address_id bigint generated always as identity primary key,
  customer_id bigint not null references customer,
  name text not null,
  -- as people write it: 0912345678
  phone text not null,
  -- a ward in force and its province
  province_code text not null,
  province_name text not null,
  ward_id bigint not null,
  ward_name text not null,
  street text not null,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index member_address_by_customer on member_address (customer_id, address_id);
create unique index member_address_default on member_address (customer_id) where is_default;
