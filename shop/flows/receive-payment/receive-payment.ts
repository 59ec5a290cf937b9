import type { ReviewReason } from '#contracts/storefront/payment.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { dropOtherOffers } from '#shop/flows/transition-order.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { reviewMoney, settleMoney } from '#shop/flows/receive-payment/settle-money.ts'
import { refundReviewed } from '#shop/flows/refund-order/refund-order.ts'
import {
  findOrderCodes,
  findOrderOffers,
  type LockedOrder,
  lockOrderById,
} from '#shop/order/order-store.ts'
import { withoutOthers } from '#shop/order/order.ts'
import {
  findAttempt,
  findNoticedAttempt,
  updateHeld,
  updateNoLongerHeld,
  updateProviderReference,
} from '#shop/payment/attempt/attempt-store.ts'
import type { PaymentAttempt } from '#shop/payment/attempt/attempt.ts'
import type { PaymentNotice, TransferNotice } from '#shop/payment/attempt/payment-notice.ts'
import { findOrderOfCode } from '#shop/payment/attempt/transfer-code-store.ts'
import { ordersNamedIn, transfer_method } from '#shop/payment/attempt/transfer.ts'
import type { NoticeOutcome } from '#shop/payment/gateways/gateway.ts'
import {
  type GatewayMessage,
  insertBankMessage,
  insertGatewayMessage,
  isKnownMoney,
  isKnownTransfer,
  updateMessage,
} from '#shop/payment/ledger/message-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Where a proved statement of a gateway comes from. */
export type NoticeSource = Pick<GatewayMessage, 'gateway' | 'source'>

interface Received<Outcome> {
  outcome: Outcome
  order_code?: string
  reason?: ReviewReason
}

/**
 * Receives what a gateway proved about a payment attempt (threats T2, F7, F8; decision 075). In one
 * transaction under the order's lock: find → amount → not yet → move forward. The failure of an attempt
 * touches no other attempt, money is never silent, and nothing that is paid moves back.
 */
export async function receivePayment(
  deps: Deps,
  from: NoticeSource,
  notice: PaymentNotice,
): Promise<NoticeOutcome> {
  const now = deps.now()
  const { outcome, ...about } = await transaction(deps.db, (tx) =>
    receiveNotice(tx, from, notice, now),
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
  now: Date,
): Promise<Received<NoticeOutcome>> {
  const noticed = await findNoticedAttempt(tx, from.gateway, notice)
  if (noticed === null) return receiveUnknown(tx, from, notice, now)
  const { order_id, payment_id } = noticed
  const order = await lockOrderById(tx, order_id)
  // Read after the lock: another statement about this attempt may have come in meanwhile.
  const attempt = await findAttempt(tx, payment_id)
  if (order === null || attempt === null) throw new ReferenceError(`order ${order_id} is gone`)
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
  // More than was asked for pays; the rest of it is refunded.
  const is_over = notice.status === 'paid' && notice.amount > attempt.amount
  const is_wrong = notice.amount !== attempt.amount && !is_over
  if (message_id === null) return { outcome: is_wrong ? 'wrong_amount' : 'known' }
  const about = { order, attempt, notice, payment_message_id: message_id }
  const received =
    notice.status === 'paid'
      ? await receivePaid(tx, about, now)
      : await receiveFailed(tx, about, now)
  return { ...received, order_code }
}

/** Money for an attempt that we never made: staff look at it. */
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

/** Money that cannot count for its order is refunded without anybody's decision. */
const refunded_at_once: readonly ReviewReason[] = ['double', 'after_cancel', 'late_no_stock']

async function receivePaid(
  tx: Tx,
  { order, attempt, notice, payment_message_id }: Noticed,
  now: Date,
): Promise<Received<NoticeOutcome>> {
  const { payment_id, method: gateway } = attempt
  const { amount } = notice
  if (await isKnownMoney(tx, payment_id, notice)) return { outcome: 'known' }
  if (attempt.state !== 'paid') {
    await updateProviderReference(tx, payment_id, notice.provider_reference)
  }
  const arrival = {
    ...{ payment_message_id, bank_message_id: null, amount, gateway, payment_id },
    ...{ is_our_account: true, may_reopen_cancelled: true, order_total: order.grand_total },
  }
  const settled = await settleMoney(tx, order, arrival, now)
  if (settled.outcome !== 'review') return { outcome: 'taken' }
  const { reason, payment_review_id } = settled
  // Its page asks for what came in part already: what is missing is paid by another attempt.
  if (reason === 'under' && attempt.state !== 'paid') {
    await failAttempt(tx, order, attempt, { failure: null, ask_at: null }, now)
  }
  if (refunded_at_once.includes(reason) && amount > 0) {
    const reviewed = { payment_review_id, payment_id, gateway }
    await refundReviewed(tx, order.order_id, reviewed, amount, reason, now)
  }
  return { outcome: reason === 'under' ? 'wrong_amount' : 'taken', reason }
}

type TransferOutcome = 'known' | 'ignored' | 'paid' | 'reopened' | 'review'

/**
 * Receives a transfer that a relay reported and proved (threats T2, F7, F8): counted once by the relay's own
 * number, matched by order code, added to the partial payments before it, in one transaction under the
 * order's lock. What does not pay an order waits under review: nothing is lost and nothing moves back.
 */
export async function receiveTransfer(
  /** `account_number`: our own; money elsewhere is not ours to count. */
  deps: Deps & { account_number: string },
  notice: TransferNotice,
): Promise<TransferOutcome> {
  const now = deps.now()
  const is_our_account =
    notice.account_number === null || notice.account_number === deps.account_number
  const { outcome, ...about } = await transaction(deps.db, (tx) =>
    receiveBankMessage(tx, notice, is_our_account, now),
  )
  const { relay, relay_id, amount } = notice
  deps.log.info({ relay, relay_id, amount, outcome, ...about }, 'money by transfer')
  return outcome
}

async function receiveBankMessage(
  tx: Tx,
  notice: TransferNotice,
  is_our_account: boolean,
  now: Date,
): Promise<Received<TransferOutcome>> {
  const bank_message_id = await insertBankMessage(tx, notice, now)
  if (bank_message_id === null) return { outcome: 'known' }
  const message = { bank_message_id, payment_message_id: null }
  const named = await ordersOf(tx, notice)
  const [order_id = null] = named
  if (order_id === null || named.length > 1) {
    // A relay may watch other accounts of the owner too: what happens there is not about orders.
    if (order_id === null && !is_our_account) return { outcome: 'ignored' }
    const reason = order_id === null ? 'unknown_code' : 'several_codes'
    await reviewMoney(tx, message, null, reason, now)
    return { outcome: 'review', reason }
  }
  const order = await lockOrderById(tx, order_id)
  if (!order) throw new ReferenceError(`order ${order_id} is gone`)
  const { code: order_code } = order
  if (await isKnownTransfer(tx, order_id, notice)) return { outcome: 'known', order_code }
  // A transfer names an order, not an attempt: what is offered for another way to pay does not count.
  const offers = await findOrderOffers(tx, order_id)
  const { grand_total } = withoutOthers(offers, order.grand_total, transfer_method)
  const { amount } = notice
  const arrival = {
    ...{ ...message, amount, gateway: transfer_method, payment_id: null },
    ...{ is_our_account, may_reopen_cancelled: false, order_total: grand_total },
  }
  const settled = await settleMoney(tx, order, arrival, now)
  if (settled.outcome === 'review') return { outcome: 'review', order_code, reason: settled.reason }
  await dropOtherOffers(tx, order, transfer_method, now)
  return { outcome: settled.outcome, order_code }
}

/** The orders that a transfer names: by the code that was paid where the relay knows it, else by its text. */
async function ordersOf(tx: Tx, notice: TransferNotice): Promise<number[]> {
  if (notice.transfer_code_id !== null) {
    const order_id = await findOrderOfCode(tx, notice.transfer_code_id)
    if (order_id !== null) return [order_id]
  }
  const codes = ordersNamedIn(notice.text)
  if (codes.length === 0) return []
  return (await findOrderCodes(tx, codes)).map(({ order_id }) => order_id)
}
