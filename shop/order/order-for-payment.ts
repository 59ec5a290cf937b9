import type { Tx } from '#db/schema.ts'
import {
  findPieces,
  moveOrder,
  type OrderInHand,
  updateDeadline,
} from '#shop/order/order-state-store.ts'
import { planClaim, releasePieces, takePieces } from '#shop/stock/stock-store.ts'
import type { Place } from '#shop/stock/stock.ts'

/** What money does to an order that is locked: the only ways payment/ may move it (decision 043). */

/** The money of an order that holds its pieces is there: it waits no longer. */
export async function orderIsPaid(
  tx: Tx,
  order: OrderInHand,
  method: string,
  now: Date,
): Promise<void> {
  // An order that is past 'awaiting_payment' keeps its place: money never moves it back.
  const move = order.state === 'awaiting_payment' ? 'pay' : 'pay_underway'
  await moveOrder(tx, order.order_id, move, { actor: 'money', payment_method: method }, now)
}

/**
 * An order that ended is wanted again: its pieces are taken anew, all or none. False when they
 * cannot be had; nothing has changed then.
 */
export async function reopenOrder(
  tx: Tx,
  order: OrderInHand,
  method: string,
  now: Date,
): Promise<boolean> {
  const { order_id, recipient } = order
  const place: Place =
    recipient.shipping_method === 'store_pickup' && recipient.erp_shop_id !== null
      ? { shop_id: recipient.erp_shop_id }
      : { shop_id: null, province_id: recipient.province_id }
  // Locked before they are read, for there is no second try: the money is told once.
  const wanted = await findPieces(tx, order_id)
  const { claims, shortages } = await planClaim(tx, wanted, place, { lock: true })
  if (shortages.length > 0) return false
  await takePieces(tx, order_id, claims)
  await moveOrder(tx, order_id, 'reopen', { actor: 'money', payment_method: method }, now)
  return true
}

/** The shopper gave an unpaid order up. */
export async function cancelOrder(tx: Tx, order: OrderInHand, now: Date): Promise<void> {
  await moveOrder(tx, order.order_id, 'cancel', { actor: 'shopper' }, now)
  await releasePieces(tx, order.order_id, now)
}

/** Staff look at money that came for it: a waiting order keeps its pieces until then. */
export async function holdOrder(tx: Tx, order: OrderInHand, until: Date): Promise<void> {
  await updateDeadline(tx, order.order_id, until)
}
