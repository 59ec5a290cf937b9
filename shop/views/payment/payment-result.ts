import type { PaymentResult } from '#contracts/storefront/payment.ts'
import type { PaymentFacts } from '#shop/views/payment/payment-facts-store.ts'

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
