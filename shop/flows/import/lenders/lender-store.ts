import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { refuseUnnamed } from '#shop/flows/import/definitions-store.ts'
import { refuseWhere, upsert } from '#shop/flows/import/upsert.ts'

/** Writes companies that lend, with their rates, and banks, with their fees. Categories stand before. */
export async function writeLenders(trx: Tx): Promise<void> {
  await refuseUnnamed(trx, 'installment_company')
  await refuseImpossibleCompanies(trx)
  await refuseImpossibleRates(trx)
  await upsert(trx, { record: 'installment_company' })
  await writeRates(trx)
  await refuseUnnamed(trx, 'installment_bank')
  await refuseImpossibleBanks(trx)
  await upsert(trx, { record: 'installment_bank' })
  await writeFees(trx)
}

async function refuseImpossibleCompanies(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'installment_company',
    sql`key !~ '^[a-z0-9_]{2,40}$' or row->>'kind' not in ('finance', 'pay_later')
      or row->>'way' not in ('online', 'by_hand') or row->>'url' not like 'https://%'
      or not row->'asks' <@ '["income", "job", "address"]'
      or not row->'pictures' <@ '["id_front", "id_back", "licence", "selfie"]'`,
    sql`'company_id, kind, way, url, asks or pictures is not possible: see README.md'`,
  )
  // Ranges hold for the row that comes of the stored one and the line.
  await refuseWhere(
    trx,
    'installment_company',
    sql`exists (
      select from jsonb_populate_record(
        (select here from installment_company here where here.company_id = key), row) as next
      where next.installment_type not between 1 and 2 or next.max_price < next.min_price
        or next.insurance_rate > 10000 or next.approve_minutes < 1 or next.relatives > 3
        or cardinality(next.months) = 0 or 1 > any(next.months)
        or cardinality(next.prepaid_percents) = 0 or 99 < any(next.prepaid_percents)
        or coalesce(next.min_age, 18) not between 18 and 100
        or coalesce(next.max_age, 70) < coalesce(next.min_age, 18)
        or next.reserve_hours not between 1 and 336 or next.sign_hours not between 1 and 336)`,
    sql`'a number of the company is out of its range: see README.md'`,
  )
}

async function refuseImpossibleRates(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'installment_company',
    sql`row->'rates' = '[]'`,
    sql`'a company needs a rate'`,
  )
  const unknown = sql`(select min(rate->>'category') from jsonb_array_elements(row->'rates') rate
    where not exists (select from category where code = rate->>'category'))`
  await refuseWhere(
    trx,
    'installment_company',
    sql`row ? 'rates' and ${unknown} is not null`,
    sql`'there is no category ' || ${unknown}`,
  )
}

async function refuseImpossibleBanks(trx: Tx): Promise<void> {
  await refuseWhere(
    trx,
    'installment_bank',
    sql`key !~ '^[A-Z0-9]{2,12}$' or (row ? 'fees' and (row->'fees' = '[]' or exists (
      select from jsonb_array_elements(row->'fees') fee group by fee->>'months' having count(*) > 1)))`,
    sql`'bank_code is of capital letters and digits, fees has each number of months once'`,
  )
}

/** Makes the rates those of the file. Applications keep copies, so a rate without its line goes. */
async function writeRates(trx: Tx): Promise<void> {
  const same = sql`here.company_id = wanted.company_id and here.months is not distinct from wanted.months
    and here.min_prepaid_percent = wanted.min_prepaid_percent
    and here.category_id is not distinct from wanted.category_id
    and here.flat_rate_month = wanted.flat_rate_month`
  await sql`
    with scope as materialized (
      select key, row from import_row
      where record = 'installment_company' and reason is null and row ? 'rates'
    ), wanted as materialized (
      select key as company_id, months, min_prepaid_percent, category_id, flat_rate_month, min(turn) as turn
      from scope cross join lateral rows from (
        jsonb_to_recordset(row->'rates')
          as (months integer, min_prepaid_percent integer, category text, flat_rate_month integer)
      ) with ordinality as rate (months, min_prepaid_percent, category, flat_rate_month, turn)
      left join category on category.code = rate.category
      group by 1, 2, 3, 4, 5
    ), gone as (
      delete from installment_rate here where company_id in (select key from scope)
        and not exists (select from wanted where ${same})
      returning company_id
    ), put as (
      insert into installment_rate (company_id, months, min_prepaid_percent, category_id, flat_rate_month)
      select company_id, months, min_prepaid_percent, category_id, flat_rate_month from wanted
      where not exists (select from installment_rate here where ${same}) order by company_id, turn
      returning company_id
    )
    update import_row set outcome = 'changed'
    where record = 'installment_company' and outcome = 'unchanged'
      and key in (select company_id from put union select company_id from gone)`.execute(trx)
}

/** Makes the fees those of the file. */
async function writeFees(trx: Tx): Promise<void> {
  await sql`
    with scope as materialized (
      select key, row from import_row
      where record = 'installment_bank' and reason is null and row ? 'fees'
    ), wanted as materialized (
      select key as bank_code, months, fee_rate
      from scope cross join lateral jsonb_to_recordset(row->'fees') as fee (months integer, fee_rate integer)
    ), put as (
      insert into installment_bank_fee as here (bank_code, months, fee_rate)
      select bank_code, months, fee_rate from wanted order by bank_code, months
      on conflict (bank_code, months) do update set fee_rate = excluded.fee_rate
      where here.fee_rate <> excluded.fee_rate
      returning bank_code
    ), gone as (
      delete from installment_bank_fee here where bank_code in (select key from scope)
        and not exists (select from wanted where wanted.bank_code = here.bank_code and wanted.months = here.months)
      returning bank_code
    )
    update import_row set outcome = 'changed'
    where record = 'installment_bank' and outcome = 'unchanged'
      and key in (select bank_code from put union select bank_code from gone)`.execute(trx)
}
