import type { OrderId, PaymentId, RefundId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { RefundState, ReviewReason, ReviewState } from '#contracts/storefront/payment.ts'
import type { Database } from '#db/schema.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import { is_waiting_part } from '#shop/payment/ledger/review-rows.ts'

/** Money that needs a decision of staff, with the order it is about. */
export interface ListedReview {
  payment_review_id: number
  order_id: OrderId | null
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
  /** State of the refund of this money, if there is one. */
  refund_state: RefundState | null
  refund_amount: number | null
  /** For a partial payment: the amount that its order still needs. */
  missing: number | null
  is_card_part: boolean
  created_at: Date
  settled_at: Date | null
}

/** Returns the open reviews, oldest first, then the last settled ones. */
export async function findReviews(db: Database, limit: number): Promise<ListedReview[]> {
  const { rows } = await sql<ListedReview>`
    select r.payment_review_id, r.order_id, o.code as order_code, o.state as order_state,
      o.grand_total, o.phone, r.reason, r.state, coalesce(m.relay, g.gateway) as relay,
      coalesce(m.relay_id, g.message_id) as relay_id, coalesce(m.amount, g.amount) as amount,
      m.account_number, coalesce(m.content, p.reference, '') as content,
      coalesce(m.reference, p.provider_reference) as reference, latest_refund.state as refund_state,
      latest_refund.amount as refund_amount,
      case when ${is_waiting_part} and not exists (select from payment paid
          where paid.order_id = r.order_id and paid.state = 'paid')
        then o.grand_total - sum(coalesce(m.amount, g.amount)) filter (where ${is_waiting_part})
          over (partition by r.order_id) end as missing,
      r.reason = 'under' and p.card_plan_id is not null and exists (select from sales_order_event event
        where event.order_id = r.order_id and event.move = 'pay_part') as is_card_part,
      r.created_at, r.settled_at
    from payment_review r
      left join bank_message m using (bank_message_id)
      left join payment_message g using (payment_message_id)
      left join payment p on p.payment_id = g.payment_id
      left join sales_order o on o.order_id = coalesce(r.order_id, m.order_id)
      left join lateral (select state, amount from refund
        where refund.payment_review_id = r.payment_review_id and state <> 'dropped'
        order by refund_id desc limit 1) latest_refund on true
    order by (r.state = 'open') desc,
      case when r.state = 'open' then r.payment_review_id end,
      r.settled_at desc, r.payment_review_id desc
    limit ${limit}
  `.execute(db)
  return rows
}

/** Money that a provider holds back. */
export interface HeldPayment {
  payment_id: PaymentId
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

/** Returns the payments that providers hold back now, the oldest first. */
export async function findHeldPayments(db: Database, limit: number): Promise<HeldPayment[]> {
  const { rows } = await sql<HeldPayment>`
    select p.payment_id, o.code as order_code, o.state as order_state, o.phone, p.method as gateway,
      p.reference, p.provider_reference, p.amount, p.held_since, p.asked_at
    from payment p join sales_order o using (order_id)
    where p.held_since is not null and p.state <> 'paid'
    order by p.held_since, p.payment_id limit ${limit}
  `.execute(db)
  return rows
}

/** A refund with its order. */
export interface ListedRefund {
  refund_id: RefundId
  order_code: string
  phone: string
  gateway: string
  reference: string | null
  number: string
  amount: number
  reason: string
  state: RefundState
  is_waiting: boolean
  provider_reference: string | null
  note: string | null
  attempts: number
  created_at: Date
  updated_at: Date
}

/** Returns the open refunds, oldest first, then the last closed ones; with `after` those before it, newest first. */
export async function findRefunds(
  db: Database,
  { limit, after }: Omit<ListPart, 'offset'>,
): Promise<ListedRefund[]> {
  const open_first = sql`(r.state in ('due', 'requested', 'failed')) desc,
    case when r.state in ('due', 'requested', 'failed') then r.refund_id end,
    r.updated_at desc, r.refund_id desc`
  const { rows } = await sql<ListedRefund>`
    select r.refund_id, o.code as order_code, o.phone, r.gateway, p.reference, r.number, r.amount, r.reason,
      r.state, r.state = 'due' and r.next_attempt_at is not null as is_waiting,
      r.provider_reference, r.note, r.attempts, r.created_at, r.updated_at
    from refund r join sales_order o using (order_id) left join payment p using (payment_id)
    where ${isAfter('r.refund_id', { limit, offset: 0, after: after ?? null })}
    order by ${after === undefined ? open_first : sql`r.refund_id desc`}
    limit ${limit}
  `.execute(db)
  return rows
}
