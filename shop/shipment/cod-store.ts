import { sql } from 'kysely'
import type { CodOutcome } from '#contracts/staff/cod-money.ts'
import type { Tx } from '#db/schema.ts'
import type { StatementLine } from '#shop/shipment/cod-statement.ts'

/** Writes what the courier of a delivered parcel owes; nothing for a parcel without money to collect. */
export async function insertCodDue(tx: Tx, parcel_id: number, now: Date): Promise<void> {
  await sql`
    insert into parcel_cod (parcel_id, order_id, carrier, amount, due_at)
    select parcel_id, order_id, carrier, cod_amount, ${now} from parcel
    where parcel_id = ${parcel_id} and cod_amount > 0
    on conflict do nothing
  `.execute(tx)
}

/** Writes that a carrier has to answer for a lost parcel. */
export async function insertClaim(tx: Tx, parcel_id: number, now: Date): Promise<void> {
  await sql`
    insert into parcel_claim (parcel_id, order_id, value, opened_at)
    select parcel_id, order_id, coalesce((select sum(part.quantity * line.final_price)
        from parcel_line part join sales_order_line line using (position)
        where part.parcel_id = parcel.parcel_id and line.order_id = parcel.order_id), 0), ${now}
    from parcel where parcel_id = ${parcel_id}
    on conflict do nothing
  `.execute(tx)
}

interface NewStatement {
  carrier: string
  name: string
  content_hash: Buffer
  staff_name: string
}

/** Inserts a statement; null if its text was read before. */
export async function insertStatement(
  tx: Tx,
  statement: NewStatement,
  now: Date,
): Promise<number | null> {
  const row = await tx
    .insertInto('cod_statement')
    .values({ ...statement, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('cod_statement_id')
    .executeTakeFirst()
  return row?.cod_statement_id ?? null
}

/**
 * Compares lines with what is expected. Where code and amount fit, the money of the parcel is received: once, also when
 * two statements name it at the same time. Of several amounts for one parcel the one that fits counts. Returns how many
 * lines have each outcome.
 */
export async function matchLines(
  tx: Tx,
  { cod_statement_id, carrier }: { cod_statement_id: number; carrier: string },
  lines: readonly StatementLine[],
  { staff_name, now }: { staff_name: string; now: Date },
): Promise<{ outcome: CodOutcome; count: number }[]> {
  const { rows } = await sql<{ outcome: CodOutcome; count: number }>`
    with line as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
        as line (position integer, code text, amount bigint)
    ), found as (
      select line.*, named.parcel_id, cod.amount as expected, cod.state,
        row_number() over (partition by named.parcel_id
          order by cod.amount = line.amount desc nulls last, line.position) as nth
      from line
        left join lateral (select parcel_id from parcel
          where carrier = ${carrier} and (parcel.code = line.code or carrier_code = line.code)
          order by parcel.code = line.code desc limit 1) named on true
        left join parcel_cod cod on cod.parcel_id = named.parcel_id
    ), received as (
      update parcel_cod set state = 'received', received_amount = found.amount, received_at = ${now}
      from found
      where parcel_cod.parcel_id = found.parcel_id and parcel_cod.state = 'due'
        and parcel_cod.amount = found.amount and found.nth = 1
      returning parcel_cod.parcel_id
    ), written as (
      insert into cod_statement_line (cod_statement_id, position, code, amount, parcel_id, expected, outcome, decision,
        settled_by, settled_at)
      select ${cod_statement_id}, position, code, amount, parcel_id, expected, outcome,
        case when outcome = 'matched' then 'matched' end,
        case when outcome = 'matched' then ${staff_name} end,
        case when outcome = 'matched' then ${now}::timestamptz end
      from (select found.*, case
          when parcel_id is null then 'unknown'
          when state is null then 'not_due'
          when parcel_id in (select parcel_id from received) then case when nth = 1 then 'matched' else 'repeated' end
          when state = 'received' or amount = expected then 'repeated'
          else 'differs' end as outcome
        from found) judged
      returning outcome
    )
    select outcome, count(*)::integer as count from written group by outcome
  `.execute(tx)
  return rows
}

/** A line of a statement that waits for a decision, locked. */
interface OpenLine {
  cod_line_id: number
  carrier: string
  code: string
  amount: number
}

/** Locks an open line; null if it is settled or absent. */
export async function lockOpenLine(tx: Tx, cod_line_id: number): Promise<OpenLine | null> {
  const { rows } = await sql<OpenLine>`
    select cod_line_id, carrier, code, line.amount
    from cod_statement_line line join cod_statement using (cod_statement_id)
    where cod_line_id = ${cod_line_id} and decision is null for no key update of line
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Counts the amount of a line as the money of its parcel. Returns the parcel and what was due of it; null if nothing
 * was.
 */
export async function receiveLine(
  tx: Tx,
  { carrier, code, amount }: OpenLine,
  now: Date,
): Promise<{ parcel_id: number; due: number } | null> {
  const { rows } = await sql<{ parcel_id: number; due: number }>`
    update parcel_cod set state = 'received', received_amount = ${amount}, received_at = ${now}
    where parcel_cod.state = 'due' and parcel_cod.parcel_id = (
      select parcel_id from parcel join parcel_cod own using (parcel_id)
      where parcel.carrier = ${carrier} and (parcel.code = ${code} or parcel.carrier_code = ${code})
        and own.state = 'due'
      order by parcel.code = ${code} desc, parcel_id limit 1)
    returning parcel_cod.parcel_id, parcel_cod.amount as due
  `.execute(tx)
  return rows[0] ?? null
}

interface LineDecision {
  decision: 'accepted' | 'dismissed'
  reason: string
  settled_by: string
  settled_at: Date
  parcel_id?: number
}

export async function settleLine(tx: Tx, cod_line_id: number, change: LineDecision): Promise<void> {
  await tx
    .updateTable('cod_statement_line')
    .set(change)
    .where('cod_line_id', '=', cod_line_id)
    .execute()
}

interface ClaimDecision {
  state: 'paid' | 'refused'
  amount: number | null
  reason: string
  settled_by: string
  settled_at: Date
}

/** Settles the claim for a lost parcel by its code. Returns what its goods are worth; null if there is no open one. */
export async function settleClaim(
  tx: Tx,
  code: string,
  { state, amount, reason, settled_by, settled_at }: ClaimDecision,
): Promise<number | null> {
  const { rows } = await sql<{ value: number }>`
    update parcel_claim claim set state = ${state}, amount = ${amount}, reason = ${reason},
      settled_by = ${settled_by}, settled_at = ${settled_at}
    from parcel
    where claim.state = 'open' and claim.parcel_id = parcel.parcel_id and parcel.code = ${code}
    returning claim.value
  `.execute(tx)
  return rows[0]?.value ?? null
}
