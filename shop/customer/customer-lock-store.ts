import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/**
 * Whoever changes a checkout or orders waits here for the others of the same customer, so that two
 * tabs, a double click and a late retry are answered one after another.
 */
export async function lockCustomer(tx: Tx, customer_id: number): Promise<void> {
  await sql`select 1 from customer where customer_id = ${customer_id} for no key update`.execute(tx)
}

/** The same for many customers at once, locked in the order of their ids. */
export async function lockCustomers(tx: Tx, customer_ids: readonly number[]): Promise<void> {
  await sql`
    select 1 from customer where customer_id = any(${customer_ids}::bigint[])
    order by customer_id for no key update
  `.execute(tx)
}
