import type { OrderId, PaymentId, RefundId } from '#pure/ids.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { bookOrders } from '#shop/flows/member/book-orders.ts'
import { isTargetGone } from '#shop/flows/trade/trade-facts-store.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { trade_bonus_gateway } from '#shop/payment/ledger/message-store.ts'
import { sharesOf } from '#shop/payment/ledger/reconcile.ts'
import {
  countRefund,
  findRefundable,
  findSources,
  insertRefund,
  type NewRefund,
  type RefundChange,
  type Source,
  updateRefundState,
} from '#shop/payment/ledger/refund-store.ts'
import {
  findLeftPartial,
  findPartialPayments,
  type PartialPayment,
  sumOf,
} from '#shop/payment/ledger/review-store.ts'

/**
 * Refunds money of a locked order: writes rows into the ledger, which a job sends to the gateways that took the money,
 * or which staff pay out by hand. Refunds never exceed the paid amount that is not refunded yet, so a repeated call
 * refunds once. Each part is refunded by the method it came with. 'all' refunds the whole received amount, even if it
 * differs from the requested one. Returns the refunded amount in đồng.
 */
export async function refundOrder(
  tx: Tx,
  order_id: OrderId,
  amount: number | 'all',
  reason: string,
  now: Date,
): Promise<number> {
  const partial = amount === 'all' ? await refundPartialPayments(tx, order_id, now) : 0
  const paid = await findRefundable(tx, order_id)
  const due = paid === null ? 0 : amount === 'all' ? paid.left : Math.min(amount, paid.left)
  if (paid === null || due <= 0) return partial
  for (const way of await findWaysBack(tx, order_id, paid, due)) {
    const refund = { order_id, payment_review_id: null, ...way, reason }
    await openRefund(tx, { ...refund, state: 'due' }, now)
  }
  return partial + due
}

/** A part of what came for an order, by the method that it came with. */
interface WayBack {
  gateway: string
  payment_id: PaymentId | null
  amount: number
}

/**
 * Splits money of a paid order by method: first the method that paid the order, up to what came by it, then the others,
 * and a bonus last, or first if the device is gone that it was promised for. What other orders have of it already went
 * in this sequence. Money that no message accounts for is refunded by the method that paid the order.
 */
export async function findWaysBack(
  tx: Tx,
  order_id: OrderId,
  { payment_id, method, left }: { payment_id: PaymentId; method: string; left: number },
  due: number,
): Promise<WayBack[]> {
  const isOwn = (source: Source) =>
    source.gateway === method && (source.payment_id === null || source.payment_id === payment_id)
  const bonus_rank = (await isTargetGone(tx, order_id)) ? -1 : 2
  const rank = (source: Source) => (isOwn(source) ? 0 : isBonus(source) ? bonus_rank : 1)
  const sources = (await findSources(tx, order_id)).toSorted((a, b) => rank(a) - rank(b))
  const came = sources.map((source) => Math.max(0, source.left))
  const gone = sharesOf(Math.max(0, sum(came) - left), came)
  const here = came.map((amount, index) => amount - (gone[index] ?? 0))
  const shares = sharesOf(due, here)
  const others = sources.flatMap((source, index) =>
    isOwn(source) ? [] : [{ ...wayOf(source), amount: shares[index] ?? 0 }],
  )
  const own = { gateway: method, payment_id, amount: due - sumOf(others) }
  return [own, ...others].filter(({ amount }) => amount > 0)
}

const wayOf = ({ gateway, payment_id }: Source) => ({ gateway, payment_id })
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

function isBonus({ gateway }: { gateway: string }): boolean {
  return gateway === trade_bonus_gateway
}

/** Refunds all partial payments of a locked order that ended; returns the amount in đồng. */
async function refundPartialPayments(tx: Tx, order_id: OrderId, now: Date): Promise<number> {
  const payments = await findPartialPayments(tx, order_id)
  for (const payment of payments) {
    await refundReviewed(tx, order_id, payment, payment.amount, 'under', now)
  }
  return sumOf(payments)
}

/** Refunds money that is under review; the review is settled when the refund is done. */
export async function refundReviewed(
  tx: Tx,
  order_id: OrderId,
  {
    payment_review_id,
    payment_id,
    gateway,
  }: Pick<PartialPayment, 'payment_review_id' | 'payment_id' | 'gateway'>,
  amount: number,
  reason: string,
  now: Date,
): Promise<void> {
  const refund = { order_id, payment_id, payment_review_id, gateway, amount, reason }
  await openRefund(tx, { ...refund, state: 'due' }, now)
}

const batch = 200
/** How long a partial payment of an expired order waits for the rest, which may be under way. */
const wait_ms = 24 * 3_600_000

/**
 * Refunds the partial payments of orders that ended unpaid, a day after the last of them arrived (decision 085).
 * Returns the number of orders.
 */
export async function refundLeftPartial({ db, now, log }: ProviderDeps): Promise<number> {
  const at = now()
  const left = await findLeftPartial(db, new Date(at.getTime() - wait_ms), batch)
  for (const { order_id } of left) {
    const amount = await transaction(db, async (tx) => {
      const order = await lockOrderById(tx, order_id)
      if (order === null || !['expired', 'cancelled'].includes(order.state)) return 0
      return refundPartialPayments(tx, order_id, at)
    })
    if (amount > 0) log.info({ order_id, amount }, 'partial payments of an order are refunded')
  }
  return left.length
}

/**
 * Writes a refund into the ledger and notifies the shopper. The job sends due refunds; a refund that is already done
 * counts at once. A bonus is taken back: nothing is sent, and nobody waits for it (decision 241).
 */
export async function openRefund(tx: Tx, asked: NewRefund, now: Date): Promise<void> {
  const refund: NewRefund = isBonus(asked) ? { ...asked, state: 'done' } : asked
  const refund_id = await insertRefund(tx, refund, now)
  if (refund.state === 'done') await countRefund(tx, refund, now)
  await bookOrders(tx, [refund.order_id], now)
  if (!isBonus(refund)) await notify(tx, { ...refund, refund_id }, refund.state, now)
}

/**
 * Moves a refund forward, once; false when its state does not allow it. A refund that is done counts in the order's
 * refunded_total, settles its review, and notifies the shopper.
 */
export async function changeRefund(
  tx: Tx,
  refund_id: RefundId,
  change: RefundChange,
  now: Date,
): Promise<boolean> {
  const changed = await updateRefundState(tx, refund_id, change, now)
  if (changed !== null && change.to === 'done') {
    await countRefund(tx, changed, now)
    await notify(tx, changed, 'done', now)
  }
  if (changed !== null && change.to === 'dropped') await bookOrders(tx, [changed.order_id], now)
  return changed !== null
}

/** Notifies the shopper of a refund when it is due and when it is done (decision 080). */
async function notify(
  tx: Tx,
  { refund_id, order_id, amount }: { refund_id: RefundId; order_id: OrderId; amount: number },
  state: 'due' | 'done',
  now: Date,
): Promise<void> {
  const template = state === 'due' ? 'refund_due' : 'refund_done'
  await notifyOfOrders(tx, [order_id], template, now, { amount, key: String(refund_id) })
}
