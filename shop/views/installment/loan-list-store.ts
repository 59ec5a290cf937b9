import { type RawBuilder, sql } from 'kysely'
import type { SeenLoanState } from '#contracts/staff/trade/loans.ts'
import type { Loan } from '#contracts/storefront/installment.ts'
import type { PaperKind } from '#contracts/storefront/trade/application.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { inReach } from '#shop/order/order-rows.ts'

/** An application as lists of staff read it. */
export interface ListedLoan {
  application_id: number
  code: string
  state: SeenLoanState
  company_name: string
  name: string
  phone: string
  order_code: string
  goods: string[]
  loan: Loan
  lent: number
  missing: PaperKind[]
  is_disputed: boolean
  submitted_at: Date
  expires_at: Date | null
}

const tables = sql`loan_application a join sales_order o using (order_id) join installment_company company using (company_id)`

/** The applications of a state within reach; those that are examined come first sent, the others last. */
export async function findLoanList(
  db: Database,
  { state, q, reach }: { state: SeenLoanState | null; q: string | null; reach: Reach },
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedLoan[]> {
  const found =
    q === null ? sql`true` : sql`(upper(a.code) = upper(${q}) or upper(o.code) = upper(${q}))`
  const of_state = state === null ? sql`true` : sql`a.state = ${state}`
  return readLoans(
    db,
    sql`${found} and ${of_state} and ${inReach(reach)}
    order by a.expires_at is null, case when a.expires_at is not null then a.application_id end,
      a.application_id desc limit ${limit} offset ${offset}`,
  )
}

/** One application within reach; null: there is none. */
export async function findListedLoan(
  db: Database,
  { code, reach }: { code: string; reach: Reach },
): Promise<ListedLoan | null> {
  const rows = await readLoans(db, sql`a.code = ${code} and ${inReach(reach)}`)
  return rows[0] ?? null
}

async function readLoans(db: Database, condition: RawBuilder<unknown>): Promise<ListedLoan[]> {
  const { rows } = await sql<ListedLoan>`
    select a.application_id, a.code, a.state, company.name as company_name, o.recipient->>'name' as name, o.phone,
      o.code as order_code, a.loan, a.lent, a.submitted_at, a.expires_at,
      array(select line.name from sales_order_line line
        where line.order_id = o.order_id and not is_gift order by position) as goods,
      array(select kind from unnest(company.pictures || a.wanted) kind
        where a.expires_at is not null and not exists (select from application_file file
          where file.application_id = a.application_id and file.kind = kind.kind and file.sealed_key is not null)
        group by kind) as missing,
      exists (select from lender_answer answer
        where answer.application_id = a.application_id and answer.outcome is null) as is_disputed
    from ${tables}
    where ${condition}`.execute(db)
  return rows
}

/** How many applications within reach have each state, up to 1,000. */
export async function countLoans(
  db: Database,
  reach: Reach,
): Promise<{ state: SeenLoanState; count: number; is_capped: boolean }[]> {
  const { rows } = await sql<{ state: SeenLoanState; count: number; is_capped: boolean }>`
    select state, least(count(*), 1000)::integer as count, count(*) > 1000 as is_capped
    from (select a.state from ${tables} where ${inReach(reach)}) seen group by state`.execute(db)
  return rows
}
