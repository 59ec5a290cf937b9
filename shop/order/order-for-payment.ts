import type { Tx } from '#db/schema.ts'
import { settleReservations as settleOrderHolds } from '#shop/inventory/reservation/reservation-store.ts'
import { reserveAgain as takeAgain } from '#shop/inventory/reservation/reserve.ts'
import { findPieces, moveOrder, type OrderInHand } from '#shop/order/order-state-store.ts'
import type { Location as Place } from '#shop/inventory/stock/stock.ts'

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
  await settleOrderHolds(tx, [order.order_id], now)
}

/**
 * An order that ended is wanted again: what it held is taken anew, all or none. False when it
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
  const wanted = await findPieces(tx, order_id)
  if (!(await takeAgain(tx, order_id, { items: wanted, location: place }, now))) return false
  await moveOrder(tx, order_id, 'reopen', { actor: 'money', payment_method: method }, now)
  return true
}
