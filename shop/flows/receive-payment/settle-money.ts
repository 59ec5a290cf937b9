import type { OrderId, PaymentId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import type { ReviewReason } from '#contracts/storefront/payment.ts'
import type { Tx } from '#db/schema.ts'
import { applyTerms, type MoneyTerms } from '#shop/flows/receive-payment/restore-offers.ts'
import { refundReviewed } from '#shop/flows/refund-order/refund-order.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { canMove, type MoveName, paidMove } from '#shop/order/order-states.ts'
import { findEnd, type LockedOrder, type StaffPart } from '#shop/order/order-store.ts'
import { findLiveAttempt, updateDueOnDelivery } from '#shop/payment/attempt/attempt-store.ts'
import { findRestOf } from '#shop/payment/attempt/card-plan-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { lenderLoan } from '#shop/payment/gateways/lender-loan.ts'
import { type MessageIds, updateMessage } from '#shop/payment/ledger/message-store.ts'
import { reconcile, sharesOf } from '#shop/payment/ledger/reconcile.ts'
import {
  findMissing,
  findPartialPayments,
  insertReview,
  type PartialPayment,
  sumOf,
  updateReview,
} from '#shop/payment/ledger/review-store.ts'
import { isLoanExamined } from '#shop/trade/application/order-loan-store.ts'

/** Verified money for an order, and how it arrived. */
interface Arrival extends MessageIds {
  amount: number
  /** Code of the payment method that it came by. */
  gateway: string
  /** The payment attempt that it names; null if it names none. */
  payment_id: PaymentId | null
  is_our_account: boolean
  /** Whether it may reopen a cancelled order: true when the payer paid for a named attempt. */
  may_reopen_cancelled: boolean
  /** For how many days after an order ended it may reopen it. Absent: it comes in the shop, for an order that lives. */
  late_money_days?: number
  /** The order's total with this payment method, and how its offers change. */
  terms: MoneyTerms
  /** Who of the staff took it in cash, when the shopper collected the order. */
  taken_by?: StaffPart
}

export type Settled =
  | { outcome: 'paid' | 'reopened' }
  | { outcome: 'review'; reason: ReviewReason; payment_review_id: number }

/**
 * Applies money to a locked order. If it covers the total together with earlier partial payments, the order moves
 * forward and any excess is refunded; otherwise the money goes under review. An order that ended is reopened if all
 * its reservations can be made again.
 */
export async function settleMoney(
  tx: Tx,
  order: LockedOrder,
  arrival: Arrival,
  now: Date,
): Promise<Settled> {
  const { order_id, state, joined_to } = order
  const { amount, gateway, payment_id, is_our_account, terms } = arrival
  // Goods that are in another order now are not delivered a second time.
  const may_reopen_cancelled = arrival.may_reopen_cancelled && joined_to === null
  const { order_total } = terms
  const ended_at = await findEnd(tx, order)
  const age_ms = ended_at === null ? 0 : now.getTime() - ended_at.getTime()
  const is_too_late = age_ms > (arrival.late_money_days ?? 0) * day_ms
  // Read after the lock: other money for this order may have arrived meanwhile.
  const live = await findLiveAttempt(tx, order_id)
  const partial = await findPartialPayments(tx, order_id)
  const is_paid = live?.state === 'paid'
  const is_of_live_attempt = live?.payment_id === payment_id
  const decided = reconcile(
    {
      ...{ state, grand_total: order_total, is_paid, partial_total: sumOf(partial), is_too_late },
      is_loan_examined: await isLoanExamined(tx, order_id),
    },
    { amount, is_our_account, may_reopen_cancelled, is_of_live_attempt },
  )
  if (decided.outcome === 'review') return putUnderReview(tx, order, arrival, decided.reason, now)
  const payment = { method: gateway, payment_id, amount: order_total }
  const { dropped } = terms.change
  const { taken_by: staff } = arrival
  const [move, actor] =
    staff === undefined
      ? ([paidMove(state), { actor: 'money' }] as const)
      : ([cashMove(state), { actor: 'staff', staff }] as const)
  const moved = await transition(tx, order, move, { ...actor, payment, dropped }, now)
  if (moved === null) return putUnderReview(tx, order, arrival, 'late_no_stock', now)
  await applyTerms(tx, order_id, terms, now)
  await updateMessage(tx, arrival, { outcome: decided.outcome, order_id })
  await shareOut(tx, order_id, arrival, partial, now)
  return { outcome: decided.outcome }
}

/** The move for cash: taken in the shop now, or known to have been taken by the courier. */
function cashMove(state: LockedOrder['state']): MoveName {
  return state === 'delivered' ? 'pay_on_delivery' : 'pay_in_shop'
}

async function putUnderReview(
  tx: Tx,
  order: LockedOrder,
  arrival: Arrival,
  reason: ReviewReason,
  now: Date,
): Promise<Settled> {
  const payment_review_id = await reviewMoney(tx, arrival, order.order_id, reason, now)
  await collectMissing(tx, order, now)
  if (reason === 'too_late') {
    const money = { ...arrival, payment_review_id }
    await refundReviewed(tx, order.order_id, money, arrival.amount, reason, now)
  }
  if (reason === 'under') await goOnWithRest(tx, order, arrival, now)
  return { outcome: 'review', reason, payment_review_id }
}

/**
 * Goes on with a waiting order whose card has paid the part that its shopper wanted to split (decision 287): the rest
 * is paid at the hand-over.
 */
async function goOnWithRest(
  tx: Tx,
  order: LockedOrder,
  { payment_id }: Arrival,
  now: Date,
): Promise<void> {
  if (payment_id === null || !canMove('pay_part', order.state, 'money')) return
  const amount = await findMissing(tx, order)
  if (amount > (await findRestOf(tx, payment_id))) return
  const payment = { method: cashOnDelivery.code, amount }
  await transition(tx, order, 'pay_part', { actor: 'money', payment }, now)
}

/**
 * Lets the courier of a locked cash order collect what its partial payments leave. To be called whenever a partial
 * payment came, was refunded or dismissed.
 */
export async function collectMissing(
  tx: Tx,
  order: Pick<LockedOrder, 'order_id' | 'grand_total'>,
  now: Date,
): Promise<void> {
  await updateDueOnDelivery(tx, order.order_id, await findMissing(tx, order), now)
}

/** Puts money under review, where it waits for a decision; returns the payment_review_id. */
export async function reviewMoney(
  tx: Tx,
  { bank_message_id, payment_message_id }: MessageIds,
  order_id: OrderId | null,
  reason: ReviewReason,
  now: Date,
): Promise<number> {
  const message = { bank_message_id, payment_message_id }
  const payment_review_id = await insertReview(tx, { ...message, order_id, reason }, now)
  await updateMessage(tx, message, { outcome: 'review', order_id })
  return payment_review_id
}

/**
 * Splits the money of a paid order: needed partial payments are accepted, and the excess is refunded by the method it
 * came with. What a company lends by its contract counts first, then the payment that paid the order (decision 085).
 */
async function shareOut(
  tx: Tx,
  order_id: OrderId,
  arrival: Arrival,
  partial: readonly PartialPayment[],
  now: Date,
): Promise<void> {
  const isLent = ({ gateway }: { gateway: string }) => gateway === lenderLoan.code
  const lent = sumOf(partial.filter(isLent))
  const parts = partial.filter((part) => !isLent(part))
  const amounts = [arrival, ...parts].map(({ amount }) => amount)
  const [share = 0, ...shares] = sharesOf(arrival.terms.order_total - lent, amounts)
  if (share < arrival.amount) {
    const { bank_message_id, payment_message_id } = arrival
    const message = { bank_message_id, payment_message_id }
    const payment_review_id = await insertReview(tx, { ...message, order_id, reason: 'over' }, now)
    const over = { ...arrival, payment_review_id }
    await refundReviewed(tx, order_id, over, arrival.amount - share, 'over', now)
  }
  for (const payment of partial.filter(isLent)) {
    await acceptPartial(tx, order_id, payment, payment.amount, now)
  }
  for (const [index, payment] of parts.entries()) {
    await acceptPartial(tx, order_id, payment, shares[index] ?? 0, now)
  }
}

async function acceptPartial(
  tx: Tx,
  order_id: OrderId,
  payment: PartialPayment,
  share: number,
  now: Date,
): Promise<void> {
  const { payment_review_id, amount } = payment
  if (share > 0) await updateMessage(tx, payment, { outcome: 'paid', order_id })
  if (share === amount) return updateReview(tx, payment_review_id, 'accepted', now)
  await refundReviewed(tx, order_id, payment, amount - share, 'over', now)
}
