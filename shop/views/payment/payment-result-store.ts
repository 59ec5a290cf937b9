import type { CustomerId, OrderId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type {
  PaymentResult,
  RefundState,
  ReviewReason,
  ReviewState,
} from '#contracts/storefront/payment.ts'
import type { Database } from '#db/schema.ts'
import { is_waiting_part } from '#shop/payment/ledger/review-rows.ts'

export interface PaymentFacts {
  order_id: OrderId
  order_code: string
  order_state: OrderState
  method: string | null
  is_paid: boolean
  /** State of the newest payment attempt. */
  last_state: string | null
  failure: string | null
  amount: number
  /** Since when a provider holds back the money. */
  held_since: Date | null
  expires_at: Date | null
  reviews: {
    reason: ReviewReason
    state: ReviewState
    amount: number
    /** How much of it is or will be refunded; null while undecided. */
    refund_amount: number | null
  }[]
  /** Sum of the partial payments that wait for the rest. */
  partial_total: number
  received: number
  refunded: number
  refunds: { amount: number; state: RefundState; gateway: string; reason: string }[]
}

/** An order of a customer, by code or the newest; or the order of a secret link. */
export type OrderSelector =
  | { customer_id: CustomerId; code: string | null }
  | { code: string; secret: string }

/** Reads everything about the payments of an order in one statement, because waiting pages poll it. */
export async function findPaymentFacts(
  db: Database,
  selector: OrderSelector,
): Promise<PaymentFacts | null> {
  const order_filter =
    'secret' in selector
      ? sql`code = ${selector.code} and secret = ${selector.secret}`
      : sql`customer_id = ${selector.customer_id}
          and (${selector.code}::text is null or code = ${selector.code}::text)`
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
    where ${order_filter}
    order by o.order_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** Returns the payment result of an order's page: a status and its amounts. */
export function resultOf(facts: PaymentFacts): PaymentResult {
  const { is_paid: _is_paid, order_id: _order_id, last_state: _last_state, ...known } = facts
  const { expires_at, held_since, failure, partial_total, ...shown } = known
  const status = statusOf(facts)
  const is_needed = !facts.is_paid && isPaidNow(facts)
  return {
    ...shown,
    missing: is_needed ? Math.max(0, facts.amount - partial_total) : 0,
    failure: status === 'failed' ? failure : null,
    held_since: held_since?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    status,
  }
}

/** Also an order of cash on delivery or of a loan whose shopper pays what is left in another way. */
function isPaidNow({ order_state, last_state }: PaymentFacts): boolean {
  if (order_state === 'awaiting_payment') return true
  return order_state === 'pending' && (last_state === 'started' || last_state === 'failed')
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
