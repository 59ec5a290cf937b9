import type { Tx } from '#db/schema.ts'
import type { OrderId, PaymentId } from '#pure/ids.ts'
import { findWaysBack } from '#shop/flows/refund-order/refund-order.ts'
import { termsOfMoney } from '#shop/flows/receive-payment/restore-offers.ts'
import { settleMoney } from '#shop/flows/receive-payment/settle-money.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt, insertAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import {
  exchange_gateway,
  insertGatewayMessage,
  trade_bonus_gateway,
  trade_in_gateway,
  updateMessage,
} from '#shop/payment/ledger/message-store.ts'
import { countRefund, findRefundable, insertRefund } from '#shop/payment/ledger/refund-store.ts'
import { findPartialPayments, sumOf } from '#shop/payment/ledger/review-store.ts'

interface Exchange {
  /** The order of these goods, and the new one, of which nothing is paid. Both are locked. */
  from: LockedOrder
  to: LockedOrder
  /** What both sides of the money name, once: the code of a return, or what became of which order. */
  document: string
  /** What the goods are worth, in đồng, more than 0. */
  worth: number
  staff_name: string
}

/**
 * Pays an order with the value of goods that came back or are taken off, and counts the same amount as refunded to the
 * order of these goods. What it does not cover is missing. Returns the amount, in đồng: at most the total of the new
 * order.
 */
export async function payByExchange(
  tx: Tx,
  { from, ...paid }: Exchange,
  now: Date,
): Promise<number> {
  const money = { method: cashOnDelivery.code, amount: paid.worth, is_as_asked: false }
  const { order_total } = await termsOfMoney(tx, paid.to, money)
  const amount = Math.min(paid.worth, order_total)
  for (const part of await findMoved(tx, from.order_id, amount)) {
    const { gateway, amount: worth } = part
    await payWithGoods(tx, { ...paid, worth, gateway }, now)
    await bookRefund(tx, from.order_id, { document: paid.document, ...part }, now)
  }
  return amount
}

/** What money of an order is worth for another one. */
interface Moved {
  gateway: string
  amount: number
}

/**
 * Finds what the other order gets: money, of whatever method, by `exchange`, and then the price of an old device and
 * its bonus as what they are, so that they go back as such there (decision 241).
 */
async function findMoved(tx: Tx, order_id: OrderId, amount: number): Promise<Moved[]> {
  const paid = await findRefundable(tx, order_id)
  const ways = paid === null ? [] : await findWaysBack(tx, order_id, paid, amount)
  const of_device = ways.filter(
    ({ gateway }) => gateway === trade_in_gateway || gateway === trade_bonus_gateway,
  )
  const money = { gateway: exchange_gateway, amount: amount - sumOf(of_device) }
  return [money, ...of_device].filter((part) => part.amount > 0)
}

/**
 * Pays a locked order, of which less was paid than its total, with the value of goods: a message of the gateway that
 * stands for them. What it and earlier parts do not cover is missing. Returns the amount, in đồng: at most the total.
 */
export async function payWithGoods(
  tx: Tx,
  { to, document, worth, staff_name, gateway }: Omit<Exchange, 'from'> & { gateway: string },
  now: Date,
): Promise<number> {
  const money = { method: cashOnDelivery.code, amount: worth, is_as_asked: false }
  const terms = await termsOfMoney(tx, to, money)
  const amount = Math.min(worth, terms.order_total)
  const before = sumOf(await findPartialPayments(tx, to.order_id))
  const live = await findLiveAttempt(tx, to.order_id)
  // An order that is held has no attempt until its shopper chooses how to pay: this one is never live.
  const own = { order_id: to.order_id, method: gateway, state: 'replaced', amount } as const
  const payment_id = live?.payment_id ?? (await insertAttempt(tx, own, now))
  // One document pays once: another message that names it is no new one.
  const notice = {
    ...({ message_id: document, status: 'paid', amount, failure: null } as const),
    ...{ reference: to.code, provider_reference: null, detail: { staff_name } },
  }
  const message = { gateway, source: 'shop', payment_id, notice } as const
  const payment_message_id = await insertGatewayMessage(tx, message, now)
  if (payment_message_id === null) throw new RangeError(`${document} has paid before`)
  const taken_by = { name: staff_name, reason: null, note: document }
  const arrival = {
    ...{ payment_message_id, bank_message_id: null, amount, payment_id, terms },
    ...{ gateway: cashOnDelivery.code, is_our_account: true, may_reopen_cancelled: false },
    ...(to.state === 'confirmed' || to.state === 'ready_for_pickup' ? { taken_by } : {}),
  }
  const { outcome } = await settleMoney(tx, to, arrival, now)
  if ((outcome === 'paid') !== before + amount >= terms.order_total) {
    throw new RangeError(`${document} does not pay its part of order ${to.code}`)
  }
  return amount
}

/** Counts an amount as refunded to an order, because it pays another one. */
async function bookRefund(
  tx: Tx,
  order_id: OrderId,
  { document, gateway, amount }: Moved & { document: string },
  now: Date,
): Promise<void> {
  const back = { order_id, payment_id: null, payment_review_id: null, amount }
  const refund = {
    ...back,
    gateway,
    reason: 'exchange',
    provider_reference: document,
  } as const
  await insertRefund(tx, { ...refund, state: 'done' }, now)
  await countRefund(tx, back, now)
}

interface PaidPart {
  from: OrderId
  to: OrderId
  /** The code of the order that is paid. */
  reference: string
  /** The paid attempt of that order. */
  payment_id: PaymentId
  document: string
  amount: number
}

/** Accounts for a paid attempt of an order that was a part of another one: its money came for that one. */
export async function payPart(
  tx: Tx,
  { from, to, reference, payment_id, document, amount }: PaidPart,
  now: Date,
): Promise<void> {
  for (const part of await findMoved(tx, from, amount)) {
    const notice = {
      ...({ message_id: document, status: 'paid', amount: part.amount, failure: null } as const),
      ...{ reference, provider_reference: null, detail: {} },
    }
    const message = { gateway: part.gateway, source: 'shop', payment_id, notice } as const
    const payment_message_id = await insertGatewayMessage(tx, message, now)
    if (payment_message_id === null) throw new RangeError(`${document} has paid before`)
    const ids = { payment_message_id, bank_message_id: null }
    await updateMessage(tx, ids, { outcome: 'paid', order_id: to })
    await bookRefund(tx, from, { document, ...part }, now)
  }
}
