import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Database, Tx } from '#db/schema.ts'

/**
 * Notes that a provider holds a try's money back, since the first time it said so. It is asked about
 * again even where the try had ended, for nobody else would hear how it ends.
 */
export async function updateHeld(tx: Tx, payment_id: number, now: Date): Promise<void> {
  await sql`
    update payment set held_since = coalesce(held_since, ${now}::timestamptz),
      ask_at = coalesce(ask_at, ${now}::timestamptz)
    where payment_id = ${payment_id}
  `.execute(tx)
}

/** The provider decided. */
export async function updateNoLongerHeld(tx: Tx, payment_id: number): Promise<void> {
  await sql`
    update payment set held_since = null where payment_id = ${payment_id} and held_since is not null
  `.execute(tx)
}

/** Money that a provider holds back. */
export interface Held {
  payment_id: number
  order_code: string
  order_state: OrderState
  phone: string
  gateway: string
  reference: string | null
  provider_reference: string | null
  amount: number
  held_since: Date
  asked_at: Date | null
}

/** What providers hold back now, the oldest first. */
export async function findHeld(db: Database, limit: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select p.payment_id, o.code as order_code, o.state as order_state, o.phone, p.method as gateway,
      p.reference, p.provider_reference, p.amount, p.held_since, p.asked_at
    from payment p join sales_order o using (order_id)
    where p.held_since is not null and p.state <> 'paid'
    order by p.held_since, p.payment_id limit ${limit}
  `.execute(db)
  return rows
}
