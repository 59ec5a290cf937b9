import type { Tx } from '#db/schema.ts'
import { notifyOfOrders } from '#shop/notification/notify-store.ts'
import {
  countRefund,
  insertRefund,
  type NewRefund,
  type RefundChange,
  updateRefundState,
} from '#shop/payment/ledger/refund-store.ts'

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
