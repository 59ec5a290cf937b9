import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'

type AttemptState = PaymentAttempt['state']

interface AttemptMove {
  from: readonly (AttemptState | 'new')[]
  to: AttemptState
}

const unpaid = ['started', 'due_on_delivery'] as const

/**
 * Every state of a payment attempt and every move between them. This table is the only definition. It goes forward,
 * and from `paid` nowhere: money counts whenever it comes, and what goes back is a refund.
 */
export const attempt_moves = {
  start: { from: ['new'], to: 'started' },
  collect_later: { from: ['new'], to: 'due_on_delivery' },
  /** Money that names no attempt, such as a transfer. */
  arrive: { from: ['new'], to: 'paid' },
  /** For money of an order whose shopper has not chosen how to pay: it is never live. */
  stand_in: { from: ['new'], to: 'replaced' },
  replace: { from: unpaid, to: 'replaced' },
  fail: { from: unpaid, to: 'failed' },
  pay: { from: [...unpaid, 'replaced', 'failed'], to: 'paid' },
} as const satisfies Record<string, AttemptMove>
