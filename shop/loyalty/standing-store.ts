import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Caller } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { standingOf } from '#shop/loyalty/standing-rows.ts'
import { guest_standing, type Standing } from '#shop/loyalty/standing.ts'

/** What the prices of a customer depend on. */
export async function findStanding(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<Standing> {
  const { rows } = await sql<{ standing: Standing | null }>`
    select ${standingOf(sql`${customer_id}::bigint`, now)} as standing`.execute(db)
  return rows[0]?.standing ?? guest_standing
}

/** The standing of a caller; null for a guest, who pays what everybody pays. */
export async function findStandingOf(
  db: Database,
  { customer_id, kind }: Pick<Caller, 'customer_id' | 'kind'>,
  now: Date,
): Promise<Standing | null> {
  return kind === 'member' ? findStanding(db, customer_id, now) : null
}
