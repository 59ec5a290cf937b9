import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

interface NewPayment {
  order_id: number
  method: string
  state: 'started' | 'due_on_delivery' | 'paid'
  amount: number
  now: Date
}

/** Records a try to pay. At most one per order is alive: a unique index holds that. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  const { order_id, method, state, amount, now } = payment
  await sql`
    insert into payment (order_id, method, state, amount, created_at, updated_at)
    values (${order_id}, ${method}, ${state}, ${amount}, ${now}, ${now})
  `.execute(tx)
}

export interface LivePayment {
  payment_id: number
  method: string
  state: 'started' | 'due_on_delivery' | 'paid'
}

/** The try that counts, if any. */
export async function livePayment(db: Database, order_id: number): Promise<LivePayment | null> {
  const { rows } = await sql<LivePayment>`
    select payment_id, method, state from payment
    where order_id = ${order_id} and state in ('started', 'due_on_delivery', 'paid')
  `.execute(db)
  return rows[0] ?? null
}

/** Money for the live try is there. */
export async function updatePaid(tx: Tx, payment_id: number, now: Date): Promise<void> {
  await sql`
    update payment set state = 'paid', updated_at = ${now}
    where payment_id = ${payment_id} and state = 'started'
  `.execute(tx)
}

/** Ends the live try when the shopper chose another way, or when its order ended; never a paid one. */
export async function endPayment(
  tx: Tx,
  order_id: number,
  state: 'replaced' | 'failed',
  now: Date,
): Promise<void> {
  await sql`
    update payment set state = ${state}, updated_at = ${now}
    where order_id = ${order_id} and state in ('started', 'due_on_delivery')
  `.execute(tx)
}
