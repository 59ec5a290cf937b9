import { sql } from 'kysely'
import type { Lender, LenderBank } from '#contracts/staff/trade/loans.ts'
import type { Database, Tx } from '#db/schema.ts'

/** What is seen of how a company is reached. A secret is sealed with a new nonce whenever it is set. */
const seenOf = sql<string>`encode(sha256(convert_to(jsonb_build_array(way, url, contact_email,
  encode(sealed_secret, 'hex'))::text, 'UTF8')), 'hex')`

/** All companies, also those that are switched off. */
export async function listLenders(db: Database): Promise<Lender[]> {
  const { rows } = await sql<Lender>`
    select company_id, name, kind, is_active, way, url, contact_email, sealed_secret is not null as has_secret,
      ${seenOf} as seen,
      min_price, max_price, months, prepaid_percents,
      (select min(flat_rate_month) from installment_rate rate
        where rate.company_id = company.company_id) as lowest_rate,
      (select max(flat_rate_month) from installment_rate rate
        where rate.company_id = company.company_id) as highest_rate,
      (select count(*)::integer from loan_application a
        where a.company_id = company.company_id and a.expires_at is not null) as open_applications
    from installment_company company order by position, company_id`.execute(db)
  return rows
}

export async function listLenderBanks(db: Database): Promise<LenderBank[]> {
  const { rows } = await sql<LenderBank>`
    select bank_code, name, is_active, min_amount, coalesce((
      select jsonb_agg(jsonb_build_object('months', months, 'fee_rate', fee_rate) order by months)
      from installment_bank_fee fee where fee.bank_code = bank.bank_code), '[]') as fees
    from installment_bank bank order by position, bank_code`.execute(db)
  return rows
}

/** Switches a company, or a bank by its code. False: there is neither. */
export async function updateLenderActive(
  tx: Tx,
  lender: string,
  is_active: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    with company as (
      update installment_company set is_active = ${is_active} where company_id = ${lender} returning 1
    ), bank as (
      update installment_bank set is_active = ${is_active} where bank_code = ${lender} returning 1
    )
    select from company union all select from bank`.execute(tx)
  return rows.length > 0
}

/** Locks a company. Returns what is seen of how it is reached. */
export async function lockLenderWay(tx: Tx, company_id: string): Promise<string | null> {
  const { rows } = await sql<{ seen: string }>`
    select ${seenOf} as seen from installment_company where company_id = ${company_id} for update`.execute(
    tx,
  )
  return rows[0]?.seen ?? null
}

/** Sets how a company is reached. */
export async function updateLenderWay(
  tx: Tx,
  company_id: string,
  reached: {
    way: 'online' | 'by_hand'
    url: string | null
    contact_email: string | null
    sealed_secret?: Buffer
  },
): Promise<void> {
  await tx
    .updateTable('installment_company')
    .set(reached)
    .where('company_id', '=', company_id)
    .execute()
}
