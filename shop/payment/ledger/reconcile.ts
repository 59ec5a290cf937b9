import type { OrderState } from '#contracts/storefront/order.ts'
import type { ReviewReason } from '#contracts/storefront/payment.ts'

/** What an order is like when money for it comes. */
export interface Awaiting {
  state: OrderState
  grand_total: number
  is_paid: boolean
  /** What came before, was too little, and waits for the rest. */
  partial_total: number
}

export interface Arrived {
  amount: number
  is_our_account: boolean
  /**
   * Who pays at a gateway does so on purpose, after whatever was pressed before; a transfer may have
   * been under way when the shopper gave the order up.
   */
  may_reopen_cancelled: boolean
  /** It is for the very attempt that the order waits for, however far the parcel has come meanwhile. */
  is_of_live_attempt: boolean
}

export type Reconciliation =
  | { outcome: 'paid' }
  /** The order had ended: it goes on if everything it needs can be reserved again. */
  | { outcome: 'reopened' }
  | { outcome: 'review'; reason: ReviewReason }

/**
 * What money does to the order it is for. With the partial payments before it, enough money moves the order
 * forward and what is too much is refunded (`sharesOf`); everything else waits (decisions 045, 085).
 */
export function reconcile(order: Awaiting, money: Arrived): Reconciliation {
  const review = (reason: ReviewReason): Reconciliation => ({ outcome: 'review', reason })
  if (!money.is_our_account) return review('wrong_account')
  if (order.is_paid) return review('double')
  if (order.state === 'cancelled' && !money.may_reopen_cancelled) return review('after_cancel')
  if (money.amount + order.partial_total < order.grand_total) return review('under')
  if (order.state === 'expired' || order.state === 'cancelled') return { outcome: 'reopened' }
  const is_waiting = order.state === 'awaiting_payment' || order.state === 'pending'
  if (is_waiting || money.is_of_live_attempt) return { outcome: 'paid' }
  return review('not_awaited')
}

/**
 * How much of each amount counts towards `total`, first come first counted; the rest of each is refunded.
 * The caller puts what settled the order first, so that one exact payment leaves the others whole.
 */
export function sharesOf(total: number, amounts: readonly number[]): number[] {
  let missing = total
  return amounts.map((amount) => {
    const share = Math.min(amount, missing)
    missing -= share
    return share
  })
}
