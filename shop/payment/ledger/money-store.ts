import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { RefundState, ReviewReason, ReviewState } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Verdict } from '#shop/payment/ledger/match-money.ts'
import { is_waiting_part } from '#shop/payment/ledger/part-store.ts'
import type { Money } from '#shop/payment/attempt/transfer.ts'

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

/**
 * Whether somebody else told of this very transfer for the order: two relays, or a relay and a gateway, may
 * watch one account. The bank's own number of it is the proof.
 */
export async function isToldTransfer(
  tx: Tx,
  order_id: number,
  { relay, amount, reference }: Pick<Money, 'relay' | 'amount' | 'reference'>,
): Promise<boolean> {
  if (reference === null) return false
  const { rows } = await sql`
    select 1 from bank_message
    where order_id = ${order_id} and relay <> ${relay} and amount = ${amount}
      and reference = ${reference}
    union all
    select 1 from payment_message told join payment using (payment_id)
    where payment.order_id = ${order_id} and told.status = 'paid' and told.amount = ${amount}
      and told.detail ->> 'provider_reference' = ${reference}
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/** One of the two: a transfer that a relay told of, or what a gateway told. */
interface MessageOfReview {
  bank_message_id?: number | null
  payment_message_id?: number | null
}

/** Money waits for staff; returns the number of the review. */
export async function insertReview(
  tx: Tx,
  review: MessageOfReview & { order_id: number | null; reason: ReviewReason },
  now: Date,
): Promise<number> {
  const { order_id, reason, bank_message_id = null, payment_message_id = null } = review
  const about = { order_id, reason, bank_message_id, payment_message_id }
  const row = await tx
    .insertInto('payment_review')
    .values({ ...about, state: 'open', created_at: now, settled_at: null })
    .returning('payment_review_id')
    .executeTakeFirstOrThrow()
  return row.payment_review_id
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
  /** Of money that goes back by itself. */
  refund_state: RefundState | null
  refund_amount: number | null
  /** Of a part: what its order still needs. */
  missing: number | null
  created_at: Date
  settled_at: Date | null
}

/** What staff have to look at, oldest first, then what they settled last. */
export async function findReviews(db: Database, limit: number): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select r.payment_review_id, r.order_id, o.code as order_code, o.state as order_state,
      o.grand_total, o.phone, r.reason, r.state, coalesce(m.relay, g.gateway) as relay,
      coalesce(m.relay_id, g.message_id) as relay_id, coalesce(m.amount, g.amount) as amount,
      m.account_number, coalesce(m.content, p.reference, '') as content,
      coalesce(m.reference, p.provider_reference) as reference, back.state as refund_state,
      back.amount as refund_amount,
      case when ${is_waiting_part} and not exists (select from payment paid
          where paid.order_id = r.order_id and paid.state = 'paid')
        then o.grand_total - sum(coalesce(m.amount, g.amount)) filter (where ${is_waiting_part})
          over (partition by r.order_id) end as missing,
      r.created_at, r.settled_at
    from payment_review r
      left join bank_message m using (bank_message_id)
      left join payment_message g using (payment_message_id)
      left join payment p on p.payment_id = g.payment_id
      left join sales_order o on o.order_id = coalesce(r.order_id, m.order_id)
      left join lateral (select state, amount from refund
        where refund.payment_review_id = r.payment_review_id and state <> 'dropped'
        order by refund_id desc limit 1) back on true
    order by (r.state = 'open') desc,
      case when r.state = 'open' then r.payment_review_id end,
      r.settled_at desc, r.payment_review_id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * The order that a review is of, locked: whoever moves money takes the order in hand first, then what
 * there is of it. Null for money that names no order.
 */
export async function lockOrderOfReview(tx: Tx, payment_review_id: number): Promise<number | null> {
  const { rows } = await sql<{ order_id: number }>`
    select o.order_id from sales_order o join payment_review r using (order_id)
    where payment_review_id = ${payment_review_id} for no key update of o
  `.execute(tx)
  return rows[0]?.order_id ?? null
}

/** A review in hand. */
export interface OpenReview {
  order_id: number | null
  amount: number
  bank_message_id: number | null
  payment_message_id: number | null
  /** The try that the money was told of, and how it was paid. */
  payment_id: number | null
  method: string
}

/** Null when there is none or it is settled. `transfer`: how money is called that relays tell of. */
export async function lockReview(
  tx: Tx,
  payment_review_id: number,
  transfer: string,
): Promise<OpenReview | null> {
  const { rows } = await sql<OpenReview>`
    select r.order_id, coalesce(m.amount, g.amount) as amount, r.bank_message_id,
      r.payment_message_id, g.payment_id, coalesce(g.gateway, ${transfer}) as method
    from payment_review r left join bank_message m using (bank_message_id)
      left join payment_message g using (payment_message_id)
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
