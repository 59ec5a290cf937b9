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
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number> {
  const { order_id, method, state, amount, now } = payment
  const { rows } = await sql<{ payment_id: number }>`
    insert into payment (order_id, method, state, amount, created_at, updated_at)
    values (${order_id}, ${method}, ${state}, ${amount}, ${now}, ${now})
    returning payment_id
  `.execute(tx)
  return rows[0]?.payment_id ?? 0
}

export interface LivePayment {
  payment_id: number
  method: string
  state: 'started' | 'due_on_delivery' | 'paid'
  /** Of one that is paid: what came and counted. */
  amount: number
  /** Of a try at a gateway: null until it has begun there. */
  reference: string | null
  redirect_url: string | null
  expires_at: Date | null
  updated_at: Date
}

/** The try that counts, if any. */
export async function livePayment(db: Database, order_id: number): Promise<LivePayment | null> {
  const { rows } = await sql<LivePayment>`
    select payment_id, method, state, amount, reference, redirect_url, expires_at, updated_at from payment
    where order_id = ${order_id} and state in ('started', 'due_on_delivery', 'paid')
  `.execute(db)
  return rows[0] ?? null
}

/** Money for a try is there, whatever it was thought to be before; nobody needs to ask any more. */
export async function updatePaid(
  tx: Tx,
  payment_id: number,
  amount: number,
  now: Date,
): Promise<void> {
  await sql`
    update payment set state = 'paid', amount = ${amount}, failure = null, ask_at = null, updated_at = ${now}
    where payment_id = ${payment_id} and state <> 'paid'
  `.execute(tx)
}

/** More money came for what is paid already, and counts with it. */
export async function updatePaidMore(
  tx: Tx,
  payment_id: number,
  amount: number,
  now: Date,
): Promise<void> {
  await sql`
    update payment set amount = amount + ${amount}, updated_at = ${now}
    where payment_id = ${payment_id} and state = 'paid'
  `.execute(tx)
}

/**
 * Ends the live try when the shopper chose another way, or when its order ended; never a paid one.
 * Its provider is still asked: somebody may be paying on an open page.
 */
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
