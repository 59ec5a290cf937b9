import type { CustomerId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/**
 * Locks a customer for the transaction, so that changes of the same customer's checkout and orders run one
 * after another: from two tabs, a double click or a late retry.
 */
export async function lockCustomer(tx: Tx, customer_id: CustomerId): Promise<void> {
  await sql`select 1 from customer where customer_id = ${customer_id} for no key update`.execute(tx)
}

/** Locks many customers, in the order of their ids. */
export async function lockCustomers(tx: Tx, customer_ids: readonly CustomerId[]): Promise<void> {
  await sql`
    select 1 from customer where customer_id = any(${customer_ids}::bigint[])
    order by customer_id for no key update
  `.execute(tx)
}
