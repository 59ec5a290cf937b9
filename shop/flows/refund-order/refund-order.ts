import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
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
 * Refunds money of a locked order: writes rows into the ledger, which a job sends to the gateways that took
 * the money, or which staff pay out by hand. Never more than was paid and is not refunded yet, so that
 * asking twice refunds once; each part by the way it came. 'all': whatever came, should it be more or less
 * than was asked for. Returns how much is refunded.
 */
export async function refundOrder(
  tx: Tx,
  order_id: number,
  amount: number | 'all',
  reason: string,
  now: Date,
): Promise<number> {
  const partial = amount === 'all' ? await refundPartialPayments(tx, order_id, now) : 0
  const paid = await findRefundable(tx, order_id)
  const due = paid === null ? 0 : amount === 'all' ? paid.left : Math.min(amount, paid.left)
  if (paid === null || due <= 0) return partial
  for (const way of waysBack(paid, await findSources(tx, order_id), due)) {
    const refund = { order_id, payment_review_id: null, ...way, reason }
    await openRefund(tx, { ...refund, state: 'due' }, now)
  }
  return partial + due
}

/**
 * By which ways an amount is refunded: as the order was paid, as far as its money came so, then by the
 * others; what no message accounts for goes as the order was paid too.
 */
function waysBack(
  { payment_id, method: gateway }: { payment_id: number; method: string },
  sources: readonly Source[],
  due: number,
): { gateway: string; payment_id: number | null; amount: number }[] {
  const isOwn = (one: Source) =>
    one.gateway === gateway && (one.payment_id === null || one.payment_id === payment_id)
  const own = sources.find(isOwn)?.left ?? 0
  const others = sources.filter((one) => !isOwn(one))
  const [first = 0, ...shares] = sharesOf(due, [own, ...others.map(({ left }) => left)])
  const unaccounted = due - first - shares.reduce((sum, share) => sum + share, 0)
  const ways = [
    { gateway, payment_id, amount: first + unaccounted },
    ...others.map((one, index) => ({
      gateway: one.gateway,
      payment_id: one.payment_id,
      amount: shares[index] ?? 0,
    })),
  ]
  return ways.filter(({ amount }) => amount > 0)
}

/** Refunds all partial payments of a locked order that ended; returns how much. */
async function refundPartialPayments(tx: Tx, order_id: number, now: Date): Promise<number> {
  const payments = await findPartialPayments(tx, order_id)
  for (const payment of payments) {
    await refundReviewed(tx, order_id, payment, payment.amount, 'under', now)
  }
  return sumOf(payments)
}

/** Refunds money that is under review; once that is done, the ledger settles the review. */
export async function refundReviewed(
  tx: Tx,
  order_id: number,
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
/** How long a partial payment of an order that expired waits for the rest, which may be under way. */
const wait_ms = 24 * 3_600_000

/**
 * Refunds partial payments of orders that ended without the rest, a day after the last of them came
 * (decision 085). Returns of how many orders.
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
 * Writes a refund into the ledger and notifies the shopper of it. The job sends what is due; what is done
 * already counts at once.
 */
export async function openRefund(tx: Tx, refund: NewRefund, now: Date): Promise<void> {
  const refund_id = await insertRefund(tx, refund, now)
  if (refund.state === 'done') await countRefund(tx, refund, now)
  await notify(tx, { ...refund, refund_id }, refund.state, now)
}

/**
 * Moves a refund forward, once; false when its state does not allow it. Done, it counts in the order's
 * refunded_total, settles the review that it came from, and the shopper is notified.
 */
export async function changeRefund(
  tx: Tx,
  refund_id: number,
  change: RefundChange,
  now: Date,
): Promise<boolean> {
  const changed = await updateRefundState(tx, refund_id, change, now)
  if (changed !== null && change.to === 'done') {
    await countRefund(tx, changed, now)
    await notify(tx, changed, 'done', now)
  }
  return changed !== null
}

/** A shopper hears of a refund when it is owed and when it is done (decision 080). */
async function notify(
  tx: Tx,
  { refund_id, order_id, amount }: { refund_id: number; order_id: number; amount: number },
  state: 'due' | 'done',
  now: Date,
): Promise<void> {
  const template = state === 'due' ? 'refund_due' : 'refund_done'
  await notifyOfOrders(tx, [order_id], template, now, { amount, key: String(refund_id) })
}
