import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Deletes reservations without an order that were released and expired before `before`. Returns how many. */
export async function deleteReleased(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from reservation where reservation_id in (
      select reservation_id from reservation
      where order_id is null and released_at is not null and expires_at <= ${before}
        and released_at <= ${before}
      limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}

/** Deletes customer uses that are back at zero: a missing row also means zero. Returns how many. */
export async function deleteUnusedLimits(db: Database, batch: number): Promise<number> {
  const { rows } = await sql`
    with unused as (
      select limit_key, customer_key from customer_use where taken = 0
      limit ${batch} for update skip locked
    )
    delete from customer_use own using unused
    where own.limit_key = unused.limit_key and own.customer_key = unused.customer_key
      and own.taken = 0
    returning 1
  `.execute(db)
  return rows.length
}
