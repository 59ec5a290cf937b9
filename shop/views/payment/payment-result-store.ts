import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type {
  PaymentResult,
  RefundState,
  ReviewReason,
  ReviewState,
} from '#contracts/storefront/payment.ts'
import type { Database } from '#db/schema.ts'
import { is_waiting_part } from '#shop/payment/ledger/review-store.ts'

export interface PaymentFacts {
  order_id: number
  order_code: string
  order_state: OrderState
  method: string | null
  is_paid: boolean
  /** Of the newest payment attempt. */
  last_state: string | null
  failure: string | null
  amount: number
  /** Since when a provider holds money back. */
  held_since: Date | null
  expires_at: Date | null
  reviews: {
    reason: ReviewReason
    state: ReviewState
    amount: number
    /** How much of it is or will be refunded; null while that is not decided. */
    refund_amount: number | null
  }[]
  /** Partial payments that wait for the rest. */
  partial_total: number
  received: number
  refunded: number
  refunds: { amount: number; state: RefundState; gateway: string; reason: string }[]
}

/** Whose order is asked for: a customer's, by code or the newest; or the one whose link somebody holds. */
export type WhoseOrder =
  | { customer_id: number; code: string | null }
  | { code: string; secret: string }

/** All that is known about the money of an order: one statement, asked by waiting pages. */
export async function findPaymentFacts(
  db: Database,
  whose: WhoseOrder,
): Promise<PaymentFacts | null> {
  const is_it =
    'secret' in whose
      ? sql`code = ${whose.code} and secret = ${whose.secret}`
      : sql`customer_id = ${whose.customer_id}
          and (${whose.code}::text is null or code = ${whose.code}::text)`
  const { rows } = await sql<PaymentFacts>`
    select o.order_id, o.code as order_code, o.state as order_state, o.payment_method as method,
      o.grand_total as amount, o.expires_at, o.refunded_total as refunded,
      exists (select from payment p where p.order_id = o.order_id and p.state = 'paid') as is_paid,
      (select min(held_since) from payment p
        where p.order_id = o.order_id and p.state <> 'paid') as held_since,
      last.state as last_state, last.failure,
      coalesce((select sum(m.amount) from bank_message m where m.order_id = o.order_id), 0)
        + coalesce((select sum(g.amount) from payment p join payment_message g using (payment_id)
          where p.order_id = o.order_id and g.status = 'paid' and g.outcome <> 'ignored'), 0) as received,
      coalesce((select jsonb_agg(jsonb_build_object('reason', r.reason, 'state', r.state,
          'amount', coalesce(m.amount, g.amount), 'refund_amount', (select sum(b.amount)
            from refund b where b.payment_review_id = r.payment_review_id
              and b.state <> 'dropped')) order by payment_review_id)
        from payment_review r left join bank_message m using (bank_message_id)
          left join payment_message g using (payment_message_id)
        where r.order_id = o.order_id), '[]') as reviews,
      coalesce((select sum(coalesce(m.amount, g.amount))
        from payment_review r left join bank_message m using (bank_message_id)
          left join payment_message g using (payment_message_id)
        where r.order_id = o.order_id and ${is_waiting_part}), 0) as partial_total,
      coalesce((select jsonb_agg(jsonb_build_object('amount', b.amount, 'state', b.state,
          'gateway', b.gateway, 'reason', b.reason) order by refund_id)
        from refund b where b.order_id = o.order_id and b.state <> 'dropped'), '[]') as refunds
    from sales_order o left join lateral (
      select p.state, p.failure from payment p where p.order_id = o.order_id
      order by payment_id desc limit 1
    ) last on true
    where ${is_it}
    order by o.order_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** What an order's page says about its money: one word, and the numbers behind it. */
export function resultOf(facts: PaymentFacts): PaymentResult {
  const { is_paid: _is_paid, order_id: _order_id, last_state: _last_state, ...known } = facts
  const { expires_at, held_since, failure, partial_total, ...told } = known
  const status = statusOf(facts)
  const is_needed = facts.order_state === 'awaiting_payment' && !facts.is_paid
  return {
    ...told,
    missing: is_needed ? Math.max(0, facts.amount - partial_total) : 0,
    failure: status === 'failed' ? failure : null,
    held_since: held_since?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    status,
  }
}

function statusOf(facts: PaymentFacts): PaymentResult['status'] {
  const { is_paid, order_state, reviews, refunds, last_state, held_since } = facts
  const has_ended = order_state === 'cancelled' || order_state === 'expired'
  const is_open = reviews.some(({ state }) => state === 'open')
  if (has_ended) {
    if (is_open || refunds.some(({ state }) => state !== 'done')) return 'refund_due'
    if (held_since !== null) return 'held'
    return refunds.length > 0 ? 'refunded' : 'closed'
  }
  if (is_paid) return 'paid'
  if (held_since !== null) return 'held'
  if (is_open) return 'review'
  return last_state === 'failed' && order_state === 'awaiting_payment' ? 'failed' : 'waiting'
}
