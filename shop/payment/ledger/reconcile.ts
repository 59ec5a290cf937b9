import type { OrderState } from '#contracts/storefront/order.ts'
import type { ReviewReason } from '#contracts/storefront/payment.ts'

/** The order at the moment when money for it arrives. */
interface Awaiting {
  state: OrderState
  grand_total: number
  is_paid: boolean
  /** The sum of earlier partial payments, which wait for the rest. */
  partial_total: number
  /** It ended so long ago that money for it goes back, even if everything could be reserved again. */
  is_too_late: boolean
  /** Its loan is not signed yet: money waits, for the company and then the shopper pay it. */
  is_loan_examined: boolean
}

interface Arrived {
  amount: number
  is_our_account: boolean
  /**
   * True for a gateway: a shopper who pays there wants the order, even after a cancellation. A transfer may
   * have been on its way when the shopper cancelled.
   */
  may_reopen_cancelled: boolean
  /** The money is for the live attempt of the order, even if the order is already in delivery. */
  is_of_live_attempt: boolean
}

type Reconciliation =
  | { outcome: 'paid' }
  /** The order had ended: it is reopened if everything it needs can be reserved again. */
  | { outcome: 'reopened' }
  | { outcome: 'review'; reason: ReviewReason }

/**
 * Returns the effect of money on its order. If it covers the total together with earlier partial payments, the
 * order is paid and the excess is refunded (`sharesOf`). Everything else waits for a review (decisions 045, 085).
 */
export function reconcile(order: Awaiting, money: Arrived): Reconciliation {
  const review = (reason: ReviewReason): Reconciliation => ({ outcome: 'review', reason })
  if (!money.is_our_account) return review('wrong_account')
  if (order.is_paid) return review('double')
  if (order.is_loan_examined) return review('under')
  if (order.state === 'cancelled' && !money.may_reopen_cancelled) return review('after_cancel')
  if (order.is_too_late) return review('too_late')
  if (money.amount + order.partial_total < order.grand_total) return review('under')
  if (order.state === 'expired' || order.state === 'cancelled') return { outcome: 'reopened' }
  const is_waiting = order.state === 'awaiting_payment' || order.state === 'pending'
  if (is_waiting || money.is_of_live_attempt) return { outcome: 'paid' }
  return review('not_awaited')
}

/**
 * Returns how much of each amount counts towards `total`, in the given sequence; the rest of each is refunded.
 * The caller puts the payment that settled the order first, so that an exact payment counts alone and the others
 * are refunded in full.
 */
export function sharesOf(total: number, amounts: readonly number[]): number[] {
  let missing = total
  return amounts.map((amount) => {
    const share = Math.min(amount, missing)
    missing -= share
    return share
  })
}
