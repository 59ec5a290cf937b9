import type { OrderId, PaymentId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { ReviewReason, ReviewState } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import { transfer_method } from '#shop/payment/attempt/transfer.ts'
import { is_waiting_part } from '#shop/payment/ledger/review-rows.ts'
import type { MessageIds } from '#shop/payment/ledger/message-store.ts'

/** Inserts a review: money that waits for a decision of staff. Returns its id. */
export async function insertReview(
  tx: Tx,
  review: MessageIds & { order_id: OrderId | null; reason: ReviewReason },
  now: Date,
): Promise<number> {
  const { order_id, reason, bank_message_id, payment_message_id } = review
  const values = { order_id, reason, bank_message_id, payment_message_id }
  const row = await tx
    .insertInto('payment_review')
    .values({ ...values, state: 'open', created_at: now, settled_at: null })
    .returning('payment_review_id')
    .executeTakeFirstOrThrow()
  return row.payment_review_id
}

export async function updateReview(
  tx: Tx,
  payment_review_id: number,
  state: ReviewState,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payment_review')
    .set({ state, settled_at: now })
    .where('payment_review_id', '=', payment_review_id)
    .execute()
}

/**
 * Locks the order of a review: every transaction that moves money locks the order first, then its rows. Money
 * that names no order has nothing to lock: null.
 */
export async function lockOrderOfReview(
  tx: Tx,
  payment_review_id: number,
): Promise<{ order_id: OrderId; grand_total: number } | null> {
  const { rows } = await sql<{ order_id: OrderId; grand_total: number }>`
    select o.order_id, o.grand_total from sales_order o join payment_review r using (order_id)
    where payment_review_id = ${payment_review_id} for no key update of o
  `.execute(tx)
  return rows[0] ?? null
}

export interface OpenReview extends MessageIds {
  order_id: OrderId | null
  amount: number
  /** The attempt that the money was reported for, and how it was paid. */
  payment_id: PaymentId | null
  method: string
}

/** Locks an open review; null when there is none or it is settled. */
export async function lockReview(tx: Tx, payment_review_id: number): Promise<OpenReview | null> {
  const { rows } = await sql<OpenReview>`
    select r.order_id, coalesce(m.amount, g.amount) as amount, r.bank_message_id,
      r.payment_message_id, g.payment_id, coalesce(g.gateway, ${transfer_method}) as method
    from payment_review r left join bank_message m using (bank_message_id)
      left join payment_message g using (payment_message_id)
    where payment_review_id = ${payment_review_id} and r.state = 'open' for update of r
  `.execute(tx)
  return rows[0] ?? null
}

/** A payment that was less than the total of its order and waits for the rest. */
export interface PartialPayment extends MessageIds {
  payment_review_id: number
  amount: number
  /** The gateway that received it, and the attempt that it was for. */
  gateway: string
  payment_id: PaymentId | null
}

/** Finds the partial payments of an order, oldest first. They do not change while the order is locked. */
export async function findPartialPayments(
  db: Database,
  order_id: OrderId,
): Promise<PartialPayment[]> {
  const { rows } = await sql<PartialPayment>`
    select r.payment_review_id, r.bank_message_id, r.payment_message_id,
      coalesce(m.amount, g.amount) as amount, coalesce(g.gateway, ${transfer_method}) as gateway,
      g.payment_id
    from payment_review r left join bank_message m using (bank_message_id)
      left join payment_message g using (payment_message_id)
    where r.order_id = ${order_id} and ${is_waiting_part} and coalesce(m.amount, g.amount) > 0
    order by r.payment_review_id
  `.execute(db)
  return rows
}

/** Returns the amount that an unpaid order still needs: the total less its partial payments. */
export async function findMissing(
  db: Database,
  order: { order_id: OrderId; grand_total: number },
): Promise<number> {
  return missingOf(order.grand_total, await findPartialPayments(db, order.order_id))
}

/** Returns what these partial payments leave of a total. */
export function missingOf(grand_total: number, parts: readonly { amount: number }[]): number {
  const missing = grand_total - sumOf(parts)
  // Unreviewed partial payments may cover the total already; then the whole total is returned, never zero.
  return missing > 0 ? missing : grand_total
}

/** Whether partial payments cover a total, so that nothing of it is left to ask for. */
export function isCovered(grand_total: number, parts: readonly { amount: number }[]): boolean {
  return parts.length > 0 && sumOf(parts) >= grand_total
}

export function sumOf(payments: readonly { amount: number }[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

/** Finds ended orders whose partial payments arrived before `before` and still wait for the rest. */
export async function findLeftPartial(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ order_id: OrderId }[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select r.order_id from payment_review r join sales_order o using (order_id)
    where o.state in ('expired', 'cancelled') and ${is_waiting_part}
      and exists (select from bank_message m where m.bank_message_id = r.bank_message_id
          and m.amount > 0
        union all select from payment_message g where g.payment_message_id = r.payment_message_id
          and g.amount > 0)
    group by r.order_id having max(r.created_at) <= ${before} order by r.order_id limit ${limit}
  `.execute(db)
  return rows
}
