import type { Tx } from '#db/schema.ts'
import {
  findPieces,
  type OrderInHand,
  updateDeadline,
  updateOrderState,
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
  // An order that is past 'pending' keeps its place: money never moves it back.
  const state = order.state === 'awaiting_payment' ? 'pending' : order.state
  const to = { state, note: `paid: ${method}`, payment_method: method }
  await updateOrderState(tx, order.order_id, to, now)
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
  const to = { state: 'pending' as const, note: `reopened: ${method}`, payment_method: method }
  await updateOrderState(tx, order_id, to, now)
  return true
}

/** The shopper gave an unpaid order up. */
export async function cancelOrder(tx: Tx, order: OrderInHand, now: Date): Promise<void> {
  await updateOrderState(tx, order.order_id, { state: 'cancelled', note: 'by the shopper' }, now)
  await releasePieces(tx, order.order_id, now)
}

/** Staff look at money that came for it: a waiting order keeps its pieces until then. */
export async function holdOrder(tx: Tx, order: OrderInHand, until: Date): Promise<void> {
  await updateDeadline(tx, order.order_id, until)
}
