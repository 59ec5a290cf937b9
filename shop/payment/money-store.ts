import { sql } from 'kysely'
import type { OrderState } from '#contracts/order.ts'
import type { ReviewReason, ReviewState } from '#contracts/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Money, Verdict } from '#shop/payment/transfer.ts'

/** Notes a movement once; null when it is known already. A second teller waits here for the first. */
export async function insertMessage(tx: Tx, money: Money, now: Date): Promise<number | null> {
  const { relay, relay_id, amount, account_number, text, reference, transferred_at } = money
  const row = await tx
    .insertInto('bank_message')
    .values({
      relay,
      relay_id,
      order_id: null,
      amount,
      account_number,
      content: text,
      reference,
      transferred_at,
      outcome: 'ignored',
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['relay', 'relay_id']).doNothing())
    .returning('bank_message_id')
    .executeTakeFirst()
  return row?.bank_message_id ?? null
}

export async function updateMessage(
  tx: Tx,
  bank_message_id: number,
  change: { order_id: number | null; outcome: Verdict['outcome'] },
): Promise<void> {
  await tx
    .updateTable('bank_message')
    .set(change)
    .where('bank_message_id', '=', bank_message_id)
    .execute()
}

export async function insertReview(
  tx: Tx,
  review: { bank_message_id: number; order_id: number | null; reason: ReviewReason },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('payment_review')
    .values({ ...review, state: 'open', created_at: now, settled_at: null })
    .execute()
}

export interface Review {
  payment_review_id: number
  order_id: number | null
  order_code: string | null
  order_state: OrderState | null
  grand_total: number | null
  phone: string | null
  reason: ReviewReason
  state: ReviewState
  relay: string
  relay_id: string
  amount: number
  account_number: string | null
  content: string
  reference: string | null
  created_at: Date
  settled_at: Date | null
}

/** What staff have to look at, oldest first, then what they settled last. */
export async function findReviews(db: Database, limit: number): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select r.payment_review_id, r.order_id, o.code as order_code, o.state as order_state,
      o.grand_total, o.phone, r.reason, r.state, m.relay, m.relay_id, m.amount, m.account_number,
      m.content, m.reference, r.created_at, r.settled_at
    from payment_review r join bank_message m using (bank_message_id)
      left join sales_order o on o.order_id = coalesce(r.order_id, m.order_id)
    order by (r.state = 'open') desc,
      case when r.state = 'open' then r.payment_review_id end,
      r.settled_at desc, r.payment_review_id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** A review in hand; null when there is none or it is settled. */
export async function lockReview(
  tx: Tx,
  payment_review_id: number,
): Promise<{ order_id: number | null; bank_message_id: number; amount: number } | null> {
  const { rows } = await sql<{ order_id: number | null; bank_message_id: number; amount: number }>`
    select r.order_id, r.bank_message_id, m.amount
    from payment_review r join bank_message m using (bank_message_id)
    where payment_review_id = ${payment_review_id} and r.state = 'open' for update of r
  `.execute(tx)
  return rows[0] ?? null
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
