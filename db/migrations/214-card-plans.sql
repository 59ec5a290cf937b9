-- How the bank of a credit card splits what an order costs, as its shopper chose it (decision 271). The bank pays the
-- shop at once; payments and fee are between the bank and the shopper.
create table card_plan (
  order_id bigint primary key references sales_order,
  bank_code text not null check (bank_code ~ '^[A-Z0-9]{2,12}$'),
  bank_name text not null,
  card_brand text not null check (card_brand ~ '^[A-Z]{2,20}$'),
  months integer not null check (months between 1 and 60),
  price bigint not null check (price > 0),
  fee bigint not null check (fee >= 0),
  monthly bigint not null check (monthly > 0),
  created_at timestamptz not null
);
