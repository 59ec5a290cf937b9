import { sql } from 'kysely'
import type { CodOutcome } from '#contracts/staff/cod-money.ts'
import type { Database } from '#db/schema.ts'

interface CodDay {
  carrier: string
  day: string
  parcels: number
  amount: number
  due_parcels: number
  due_amount: number
}

/** What couriers owe by carrier and day: every day with money that has not come, and all days since `since`. */
export async function findCodDays(
  db: Database,
  { since, limit }: { since: Date; limit: number },
): Promise<CodDay[]> {
  const { rows } = await sql<CodDay>`
    select carrier, to_char(due_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day,
      count(*)::integer as parcels, sum(amount)::bigint as amount,
      count(*) filter (where state = 'due')::integer as due_parcels,
      coalesce(sum(amount) filter (where state = 'due'), 0)::bigint as due_amount
    from parcel_cod group by carrier, day
    having bool_or(state = 'due') or max(due_at) >= ${since}
    order by day desc, carrier limit ${limit}
  `.execute(db)
  return rows
}

interface OpenLine {
  cod_line_id: number
  carrier: string
  statement: string
  read_at: Date
  code: string
  amount: number
  expected: number | null
  outcome: CodOutcome
  parcel_code: string | null
  is_due: boolean
}

/** The lines that wait for a decision, oldest first. */
export async function findOpenLines(db: Database, limit: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select cod_line_id, statement.carrier, statement.name as statement, statement.created_at as read_at, line.code,
      line.amount, expected, outcome, named.code as parcel_code, coalesce(cod.state = 'due', false) as is_due
    from cod_statement_line line join cod_statement statement using (cod_statement_id)
      left join lateral (select parcel_id, code from parcel where parcel.carrier = statement.carrier
        and (parcel.code = line.code or carrier_code = line.code) limit 1) named on true
      left join parcel_cod cod on cod.parcel_id = named.parcel_id
    where decision is null order by cod_line_id limit ${limit}
  `.execute(db)
  return rows
}

interface OpenClaim {
  parcel_code: string
  order_code: string
  carrier: string
  carrier_code: string | null
  value: number
  opened_at: Date
}

/** The lost parcels that carriers have to answer for, oldest first. */
export async function findOpenClaims(db: Database, limit: number): Promise<OpenClaim[]> {
  const { rows } = await sql<OpenClaim>`
    select parcel.code as parcel_code, o.code as order_code, carrier, carrier_code, claim.value, opened_at
    from parcel_claim claim join parcel using (parcel_id) join sales_order o on o.order_id = claim.order_id
    where claim.state = 'open' order by opened_at, parcel_id limit ${limit}
  `.execute(db)
  return rows
}
