import type { ReviewReason } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { lockOrderById, type OrderInHand } from '#shop/order/order-state-store.ts'
import { countAsPaid } from '#shop/flows/receive-payment/count-as-paid.ts'
import { endTry } from '#shop/flows/receive-payment/end-attempt.ts'
import type { NoticeOutcome, PaymentNotice } from '#shop/payment/gateways/gateway.ts'
import { updateHeld, updateNoLongerHeld } from '#shop/payment/ledger/held-money-store.ts'
import { judgeMoney } from '#shop/payment/ledger/match-money.ts'
import { insertReview } from '#shop/payment/ledger/money-store.ts'
import { findParts, sumOf } from '#shop/payment/ledger/part-store.ts'
import {
  insertPaymentMessage,
  isToldMoney,
  type MessageRow,
  updatePaymentMessage,
} from '#shop/payment/ledger/payment-message-store.ts'
import { livePayment } from '#shop/payment/attempt/payment-store.ts'
import { insertRefund } from '#shop/payment/ledger/refund-store.ts'
import { settleParts } from '#shop/flows/receive-payment/settle-parts.ts'
import {
  findToldTry,
  findTry,
  type Try,
  updateProviderReference,
} from '#shop/payment/attempt/attempt-store.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
}

/** Where a proved statement comes from. */
export type Teller = Pick<MessageRow, 'gateway' | 'source'>

/** Money that cannot count for its order goes back without anybody's decision. */
const goes_back: readonly ReviewReason[] = ['double', 'after_cancel', 'late_no_stock']

/**
 * Takes in what a gateway proved about a try (threats T2, F7, F8; decision 075). In this order and in one
 * transaction under the order's lock: find → amount → not yet → move forward. A try's failure touches
 * no other try, money is never silent, and nothing that is paid moves back.
 */
export async function receivePayment(
  parts: Parts,
  teller: Teller,
  notice: PaymentNotice,
): Promise<NoticeOutcome> {
  const now = parts.now()
  const { outcome, ...about } = await transaction(parts.db, (tx) => takeIn(tx, teller, notice, now))
  const { reference, status, amount } = notice
  if (outcome !== 'pending' || teller.source === 'notify') {
    parts.log.info({ ...teller, reference, status, amount, outcome, ...about }, 'payment told')
  }
  return outcome
}

interface Taken {
  outcome: NoticeOutcome
  order_code?: string
  reason?: ReviewReason
}

async function takeIn(tx: Tx, teller: Teller, notice: PaymentNotice, now: Date): Promise<Taken> {
  const told = await findToldTry(tx, teller.gateway, notice)
  if (told === null) return unknownTry(tx, teller, notice, now)
  const order = await lockOrderById(tx, told.order_id)
  // Read after the lock: another statement about this try may have come in meanwhile.
  const attempt = await findTry(tx, told.payment_id)
  if (order === null || attempt === null) throw new ReferenceError(`order ${told.order_id} is gone`)
  if (notice.status === 'pending') {
    if (attempt.state !== 'paid') {
      await updateProviderReference(tx, attempt.payment_id, notice.provider_reference)
      if (notice.is_held === true) await updateHeld(tx, attempt.payment_id, now)
    }
    return { outcome: 'pending', order_code: order.code }
  }
  const { payment_id } = attempt
  await updateNoLongerHeld(tx, payment_id)
  const message_id = await insertPaymentMessage(tx, { ...teller, payment_id, notice }, now)
  // More than was asked for pays; the rest of it goes back.
  const is_over = notice.status === 'paid' && notice.amount > attempt.amount
  const is_wrong = notice.amount !== attempt.amount && !is_over
  if (message_id === null) return { outcome: is_wrong ? 'wrong_amount' : 'known' }
  const counted = { order, attempt, notice, message_id }
  const taken =
    notice.status === 'paid' ? await money(tx, counted, now) : await noMoney(tx, counted, now)
  return { ...taken, order_code: order.code }
}

/** Money for a try that we never made: staff look at it. */
async function unknownTry(
  tx: Tx,
  teller: Teller,
  notice: PaymentNotice,
  now: Date,
): Promise<Taken> {
  if (notice.status !== 'paid') return { outcome: 'not_found' }
  const payment_message_id = await insertPaymentMessage(
    tx,
    { ...teller, payment_id: null, notice },
    now,
  )
  if (payment_message_id === null) return { outcome: 'not_found' }
  const reason = 'unknown_code'
  await insertReview(tx, { payment_message_id, order_id: null, reason }, now)
  await updatePaymentMessage(tx, payment_message_id, 'review')
  return { outcome: 'not_found', reason }
}

interface Counted {
  order: OrderInHand
  attempt: Try
  notice: PaymentNotice
  message_id: number
}

async function noMoney(tx: Tx, { order, attempt, notice, message_id }: Counted, now: Date) {
  if (notice.amount !== attempt.amount) return { outcome: 'wrong_amount' as const }
  if (attempt.state === 'paid') return { outcome: 'known' as const }
  await endTry(tx, order, attempt, notice.failure, now)
  await updatePaymentMessage(tx, message_id, 'failed')
  return { outcome: 'taken' as const }
}

async function money(tx: Tx, counted: Counted, now: Date): Promise<Taken> {
  const { order, attempt, notice, message_id } = counted
  const { payment_id, method } = attempt
  if (await isToldMoney(tx, payment_id, notice)) return { outcome: 'known' }
  if (attempt.state !== 'paid') {
    await updateProviderReference(tx, payment_id, notice.provider_reference)
  }
  const live = await livePayment(tx, order.order_id)
  const { state, grand_total, order_id } = order
  const parts = await findParts(tx, order_id)
  const verdict = judgeMoney(
    { state, grand_total, is_paid: live?.state === 'paid', part_total: sumOf(parts) },
    {
      amount: notice.amount,
      is_our_account: true,
      may_reopen_cancelled: true,
      is_of_live_try: live?.payment_id === payment_id,
    },
  )
  if (verdict.outcome === 'review') return review(tx, counted, verdict.reason, now)
  const counting = { method, payment_id, amount: grand_total }
  if ((await countAsPaid(tx, order, counting, now)) === null) {
    return review(tx, counted, 'late_no_stock', now)
  }
  await updatePaymentMessage(tx, message_id, verdict.outcome)
  const { amount } = notice
  const message = { bank_message_id: null, payment_message_id: message_id }
  const came = { ...message, amount, gateway: method, payment_id }
  await settleParts(tx, { order_id, total: grand_total }, came, parts, now)
  return { outcome: 'taken' }
}

/** Staff see it; where nothing is to be decided the ledger sends it back at once. */
async function review(
  tx: Tx,
  { order, attempt, notice, message_id }: Counted,
  reason: ReviewReason,
  now: Date,
): Promise<Taken> {
  const { order_id } = order
  const { payment_id, method: gateway } = attempt
  const { amount } = notice
  const about = { payment_message_id: message_id, order_id, reason }
  const payment_review_id = await insertReview(tx, about, now)
  await updatePaymentMessage(tx, message_id, 'review')
  // Its page asks for what came in part already: what is missing is paid by another try.
  if (reason === 'under' && attempt.state !== 'paid') await endTry(tx, order, attempt, null, now)
  if (goes_back.includes(reason) && amount > 0) {
    const refund = { order_id, payment_id, payment_review_id, gateway, amount, reason }
    await insertRefund(tx, { ...refund, state: 'due' }, now)
  }
  return { outcome: reason === 'under' ? 'wrong_amount' : 'taken', reason }
}
