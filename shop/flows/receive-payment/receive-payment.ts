import type { ReviewReason } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { reviewMoney, settleMoney } from '#shop/flows/receive-payment/settle-money.ts'
import { termsOfMoney } from '#shop/flows/receive-payment/restore-offers.ts'
import { refundReviewed } from '#shop/flows/refund-order/refund-order.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import {
  findAttempt,
  findNoticedAttempt,
  updateHeld,
  updateNoLongerHeld,
  updateProviderReference,
} from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import type { NoticeOutcome } from '#shop/payment/gateways/gateway.ts'
import {
  type GatewayMessage,
  insertGatewayMessage,
  isKnownMoney,
  updateMessage,
} from '#shop/payment/ledger/message-store.ts'

export interface ReceiveDeps {
  db: Database
  now: Now
  log: Log
  /** For how many days after an order ended money for it makes it live again. */
  late_money_days: number
}

/** The gateway and the channel that a verified notice comes from. */
type NoticeSource = Pick<GatewayMessage, 'gateway' | 'source'>

/** What a message about money came to; `reason` says why it is under review. */
export interface Received<Outcome> {
  outcome: Outcome
  order_code?: string
  reason?: ReviewReason
}

/**
 * Receives a verified notice of a gateway about a payment attempt (threats T2, F7, F8; decision 075). One transaction
 * under the order's lock: find → check the amount → check that it is new → move forward. A failed attempt does not
 * change other attempts. All money is recorded. A paid order never moves back.
 */
export async function receivePayment(
  deps: ReceiveDeps,
  from: NoticeSource,
  notice: PaymentNotice,
): Promise<NoticeOutcome> {
  const now = deps.now()
  const { outcome, ...about } = await reservingTransaction(deps.db, (tx) =>
    receiveNotice(tx, from, notice, { now, late_money_days: deps.late_money_days }),
  )
  const { reference, status, amount } = notice
  if (outcome !== 'pending' || from.source === 'notify') {
    deps.log.info({ ...from, reference, status, amount, outcome, ...about }, 'payment notice')
  }
  return outcome
}

async function receiveNotice(
  tx: Tx,
  from: NoticeSource,
  notice: PaymentNotice,
  { now, late_money_days }: { now: Date; late_money_days: number },
): Promise<Received<NoticeOutcome>> {
  const noticed = await findNoticedAttempt(tx, from.gateway, notice)
  if (noticed === null) return receiveUnknown(tx, from, notice, now)
  const { order_id, payment_id } = noticed
  const order = await lockOrderById(tx, order_id)
  // Read after the lock: another notice about this attempt may have arrived meanwhile.
  const attempt = await findAttempt(tx, payment_id)
  if (order === null || attempt === null)
    throw new ReferenceError(`order ${order_id} does not exist`)
  const { code: order_code } = order
  if (notice.status === 'pending') {
    if (attempt.state !== 'paid') {
      await updateProviderReference(tx, payment_id, notice.provider_reference)
      if (notice.is_held === true) await updateHeld(tx, payment_id, now)
    }
    return { outcome: 'pending', order_code }
  }
  await updateNoLongerHeld(tx, payment_id)
  const message_id = await insertGatewayMessage(tx, { ...from, payment_id, notice }, now)
  // An amount above the requested one pays the order; the excess is refunded.
  const is_over = notice.status === 'paid' && notice.amount > attempt.amount
  const is_wrong = notice.amount !== attempt.amount && !is_over
  // A paid attempt has the order's total, which earlier parts may have paid too.
  const is_paid = attempt.state === 'paid'
  if (message_id === null) return { outcome: is_wrong && !is_paid ? 'wrong_amount' : 'known' }
  const about = { order, attempt, notice, payment_message_id: message_id, late_money_days }
  const received =
    notice.status === 'paid'
      ? await receivePaid(tx, about, now)
      : await receiveFailed(tx, about, now)
  return { ...received, order_code }
}

/** Money for an unknown attempt goes under review by staff. */
async function receiveUnknown(
  tx: Tx,
  from: NoticeSource,
  notice: PaymentNotice,
  now: Date,
): Promise<Received<NoticeOutcome>> {
  if (notice.status !== 'paid') return { outcome: 'not_found' }
  const payment_message_id = await insertGatewayMessage(
    tx,
    { ...from, payment_id: null, notice },
    now,
  )
  if (payment_message_id === null) return { outcome: 'not_found' }
  const reason = 'unknown_code'
  await reviewMoney(tx, { payment_message_id, bank_message_id: null }, null, reason, now)
  return { outcome: 'not_found', reason }
}

interface Noticed {
  order: LockedOrder
  attempt: PaymentAttempt
  notice: PaymentNotice
  payment_message_id: number
  late_money_days: number
}

async function receiveFailed(
  tx: Tx,
  { order, attempt, notice, payment_message_id }: Noticed,
  now: Date,
): Promise<Received<NoticeOutcome>> {
  if (notice.amount !== attempt.amount) return { outcome: 'wrong_amount' }
  if (attempt.state === 'paid') return { outcome: 'known' }
  await failAttempt(tx, order, attempt, { failure: notice.failure, ask_at: null }, now)
  const message = { payment_message_id, bank_message_id: null }
  await updateMessage(tx, message, { outcome: 'failed', order_id: order.order_id })
  return { outcome: 'taken' }
}

/** Money that cannot pay its order for these reasons is refunded automatically. */
const automatic_refunds: readonly ReviewReason[] = ['double', 'after_cancel', 'late_no_stock']

async function receivePaid(
  tx: Tx,
  { order, attempt, notice, payment_message_id, late_money_days }: Noticed,
  now: Date,
): Promise<Received<NoticeOutcome>> {
  const { payment_id, method: gateway } = attempt
  const { amount } = notice
  if (await isKnownMoney(tx, payment_id, notice)) return { outcome: 'known' }
  if (attempt.state !== 'paid') {
    await updateProviderReference(tx, payment_id, notice.provider_reference)
  }
  const is_as_asked = amount === attempt.amount
  const terms = await termsOfMoney(tx, order, { method: gateway, amount, is_as_asked })
  const arrival = {
    ...{ payment_message_id, bank_message_id: null, amount, gateway, payment_id },
    ...{ is_our_account: true, may_reopen_cancelled: true, late_money_days, terms },
  }
  const settled = await settleMoney(tx, order, arrival, now)
  if (settled.outcome !== 'review') return { outcome: 'taken' }
  const { reason, payment_review_id } = settled
  // The provider's page still asks for the full amount, so the missing part is paid by another attempt.
  if (reason === 'under' && attempt.state !== 'paid') {
    await failAttempt(tx, order, attempt, { failure: null, ask_at: null }, now)
  }
  if (automatic_refunds.includes(reason) && amount > 0) {
    const reviewed = { payment_review_id, payment_id, gateway }
    await refundReviewed(tx, order.order_id, reviewed, amount, reason, now)
  }
  return { outcome: reason === 'under' && !is_as_asked ? 'wrong_amount' : 'taken', reason }
}
