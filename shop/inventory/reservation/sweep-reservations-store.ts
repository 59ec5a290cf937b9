import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Deletes reservations without an order that were released, and whose time was over before `before`. */
export async function deleteReleased(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from hold where hold_id in (
      select hold_id from hold
      where order_id is null and released_at is not null and expires_at <= ${before}
        and released_at <= ${before}
      limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}

/** Deletes counts of limits that are back at zero: no row means zero as well. */
export async function deleteUnusedLimits(db: Database, batch: number): Promise<number> {
  const { rows } = await sql`
    with unused as (
      select limit_key, customer_key from customer_use where taken = 0
      limit ${batch} for update skip locked
    )
    delete from customer_use had using unused
    where had.limit_key = unused.limit_key and had.customer_key = unused.customer_key
      and had.taken = 0
    returning 1
  `.execute(db)
  return rows.length
}
