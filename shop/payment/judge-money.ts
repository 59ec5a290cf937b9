import type { OrderState } from '#contracts/order.ts'
import type { ReviewReason } from '#contracts/payment.ts'

/** What an order is like when money for it comes. */
export interface Awaiting {
  state: OrderState
  grand_total: number
  is_paid: boolean
}

export interface Arrived {
  amount: number
  is_our_account: boolean
  /**
   * Who pays at a gateway does so on purpose, after whatever was pressed before; a transfer may have
   * been under way when the shopper gave the order up.
   */
  may_reopen_cancelled: boolean
  /** It is for the very try that the order waits for, however far the goods have come meanwhile. */
  is_of_live_try: boolean
}

export type Verdict =
  | { outcome: 'paid' }
  /** The order had ended: it goes on if its pieces can be had again. */
  | { outcome: 'reopened' }
  | { outcome: 'review'; reason: ReviewReason }

/** What money does to the order it is for: exact money moves it forward, everything else waits for staff. */
export function judgeMoney(order: Awaiting, money: Arrived): Verdict {
  const review = (reason: ReviewReason): Verdict => ({ outcome: 'review', reason })
  if (!money.is_our_account) return review('wrong_account')
  if (order.is_paid) return review('double')
  if (order.state === 'cancelled' && !money.may_reopen_cancelled) return review('after_cancel')
  if (money.amount < order.grand_total) return review('under')
  if (money.amount > order.grand_total) return review('over')
  if (order.state === 'expired' || order.state === 'cancelled') return { outcome: 'reopened' }
  const is_waiting = order.state === 'awaiting_payment' || order.state === 'pending'
  if (is_waiting || money.is_of_live_try) return { outcome: 'paid' }
  return review('not_awaited')
}
