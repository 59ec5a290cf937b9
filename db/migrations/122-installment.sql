-- Who lends the price of goods (decision 221). Rates are in hundredths of a per cent: 199 is 1.99 %.

create table installment_company (
  company_id text primary key check (company_id ~ '^[a-z0-9_]{2,40}$'),
  name text not null,
  kind text not null check (kind in ('finance', 'pay_later')),
  -- contract §2: type 2 is asked for at /cart/homecredit-installment, type 1 at /cart/installment
  installment_type smallint not null check (installment_type in (1, 2)),
  min_price bigint not null check (min_price >= 0),
  max_price bigint not null,
  prepaid_percents integer[] not null,
  months integer[] not null,
  insurance_rate integer not null default 0 check (insurance_rate between 0 and 10000),
  collect_fee_month bigint not null default 0 check (collect_fee_month >= 0),
  papers text[] not null default '{}',
  approve_minutes integer not null check (approve_minutes > 0),
  is_active boolean not null default true,
  position integer not null default 0,
  check (max_price >= min_price)
);

-- The lowest rate of the rows that match applies. Null means any; a category stands for its branch too.
create table installment_rate (
  rate_id bigint generated always as identity primary key,
  company_id text not null references installment_company on delete cascade,
  months integer check (months > 0),
  min_prepaid_percent integer not null default 0 check (min_prepaid_percent between 0 and 99),
  category_id bigint references category on delete cascade,
  flat_rate_month integer not null check (flat_rate_month between 0 and 1000)
);
create index installment_rate_by_company on installment_rate (company_id);
create index installment_rate_by_category on installment_rate (category_id);

create table installment_bank (
  bank_code text primary key check (bank_code ~ '^[A-Z0-9]{2,12}$'),
  name text not null,
  card_brands text[] not null,
  min_amount bigint not null check (min_amount >= 0),
  is_active boolean not null default true,
  position integer not null default 0
);

create table installment_bank_fee (
  bank_code text not null references installment_bank on delete cascade,
  months integer not null check (months > 0),
  fee_rate integer not null check (fee_rate between 0 and 5000),
  primary key (bank_code, months)
);

do $$
declare name text;
begin
  foreach name in array array['installment_company', 'installment_rate', 'installment_bank', 'installment_bank_fee']
  loop
    execute format('create trigger tell_change after insert or update or delete on %I
      for each statement execute function tell_tag(''installment'')', name);
  end loop;
end $$;
