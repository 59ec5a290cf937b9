import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { findOrderCodes, lockOrderById, type OrderInHand } from '#shop/order/order-state-store.ts'
import { dropOtherOffer, findOrderOffers } from '#shop/order/order-offer-store.ts'
import { countAsPaid } from '#shop/flows/receive-payment/count-as-paid.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { judgeMoney } from '#shop/payment/ledger/match-money.ts'
import {
  insertMessage,
  insertReview,
  isToldTransfer,
  updateMessage,
} from '#shop/payment/ledger/money-store.ts'
import { findParts, sumOf } from '#shop/payment/ledger/part-store.ts'
import { livePayment } from '#shop/payment/attempt/payment-store.ts'
import { settleParts } from '#shop/flows/receive-payment/settle-parts.ts'
import { findOrderOfCode } from '#shop/payment/attempt/transfer-code-store.ts'
import { type Money, ordersNamedIn } from '#shop/payment/attempt/transfer.ts'
import type { ReviewReason } from '#contracts/storefront/payment.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  /** Our own account: money elsewhere is not ours to count. */
  account_number: string
}

/** Money by transfer names an order, not a try. */
export const by_transfer = { method: bankTransfer.code, payment_id: null }

export type Received = 'known' | 'ignored' | 'paid' | 'reopened' | 'review'

/**
 * Takes in money that a relay told and proved (threats T2, F7, F8): counted once by the relay's own
 * number, matched by order code, added to the parts that came before, in one transaction under the
 * order's lock. What does not settle an order waits in payment_review: nothing is lost and nothing
 * moves back.
 */
export async function receiveMoney(parts: Parts, money: Money): Promise<Received> {
  const now = parts.now()
  const { outcome, ...about } = await transaction(parts.db, (tx) => takeIn(tx, parts, money, now))
  const { relay, relay_id, amount } = money
  parts.log.info({ relay, relay_id, amount, outcome, ...about }, 'money by transfer')
  return outcome
}

interface Taken {
  outcome: Received
  order_code?: string
  reason?: ReviewReason
}

async function takeIn(tx: Tx, parts: Parts, money: Money, now: Date): Promise<Taken> {
  const bank_message_id = await insertMessage(tx, money, now)
  if (bank_message_id === null) return { outcome: 'known' }
  const is_our_account =
    money.account_number === null || money.account_number === parts.account_number
  const named = await ordersOf(tx, money)
  const [order_id = null] = named
  if (order_id === null || named.length > 1) {
    // A relay may watch other accounts of the owner too: what happens there is not about orders.
    if (order_id === null && !is_our_account) return { outcome: 'ignored' }
    const reason = order_id === null ? 'unknown_code' : 'several_codes'
    await review(tx, { bank_message_id, order_id: null, reason }, now)
    return { outcome: 'review', reason }
  }
  const order = await lockOrderById(tx, order_id)
  if (!order) throw new ReferenceError(`order ${order_id} is gone`)
  return settle(tx, order, { ...money, bank_message_id, is_our_account }, now)
}

type Counted = Money & { bank_message_id: number; is_our_account: boolean }

async function settle(tx: Tx, order: OrderInHand, money: Counted, now: Date): Promise<Taken> {
  const { order_id, code: order_code, state } = order
  const { bank_message_id } = money
  if (await isToldTransfer(tx, order_id, money)) return { outcome: 'known', order_code }
  // Read after the lock: another transfer for this order may have come in meanwhile.
  const live = await livePayment(tx, order_id)
  const { amount, is_our_account } = money
  // What is offered for another way to pay is not had by a transfer that names the order.
  const grand_total = (await findOrderOffers(tx, order)).totalBy(by_transfer.method)
  const parts = await findParts(tx, order_id)
  const verdict = judgeMoney(
    { state, grand_total, is_paid: live?.state === 'paid', part_total: sumOf(parts) },
    { amount, is_our_account, may_reopen_cancelled: false, is_of_live_try: false },
  )
  if (verdict.outcome === 'review') {
    const { reason } = verdict
    await review(tx, { bank_message_id, order_id, reason }, now)
    return { outcome: 'review', order_code, reason }
  }
  if ((await countAsPaid(tx, order, { ...by_transfer, amount: grand_total }, now)) === null) {
    const reason = 'late_no_stock'
    await review(tx, { bank_message_id, order_id, reason }, now)
    return { outcome: 'review', order_code, reason }
  }
  await dropOtherOffer(tx, order, by_transfer.method, now)
  await updateMessage(tx, bank_message_id, { order_id, outcome: verdict.outcome })
  const { method: gateway, payment_id } = by_transfer
  const came = { amount, bank_message_id, payment_message_id: null, gateway, payment_id }
  await settleParts(tx, { order_id, total: grand_total }, came, parts, now)
  return { outcome: verdict.outcome, order_code }
}

type NewReview = { bank_message_id: number; order_id: number | null; reason: ReviewReason }

async function review(tx: Tx, found: NewReview, now: Date): Promise<void> {
  const { bank_message_id, order_id } = found
  await insertReview(tx, found, now)
  await updateMessage(tx, bank_message_id, { order_id, outcome: 'review' })
}

/** The orders that money names: the code that was paid where the relay knows it, else the words. */
async function ordersOf(tx: Tx, money: Money): Promise<number[]> {
  if (money.transfer_code_id !== null) {
    const order_id = await findOrderOfCode(tx, money.transfer_code_id)
    if (order_id !== null) return [order_id]
  }
  const codes = ordersNamedIn(money.text)
  if (codes.length === 0) return []
  return (await findOrderCodes(tx, codes)).map(({ order_id }) => order_id)
}
