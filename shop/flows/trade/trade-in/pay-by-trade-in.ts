import type { Tx } from '#db/schema.ts'
import { payWithGoods } from '#shop/flows/returns/pay-by-exchange.ts'
import { findCashDue } from '#shop/flows/shipment/pickup/cash-due.ts'
import { type LockedOrder, lockOrderById } from '#shop/order/order-store.ts'
import { trade_bonus_gateway, trade_in_gateway } from '#shop/payment/ledger/message-store.ts'

interface TradedDevice {
  order_id: LockedOrder['order_id'] | null
  /** The shop that has the device now. */
  shop_id: number
  code: string
  /** What the device is worth, and what is given with it. */
  offer: number
  bonus: number
  staff_name: string
}

/** Why a device cannot pay a part of its order. */
export class OrderNotPayable extends Error {
  override name = 'OrderNotPayable'
  readonly due: number

  constructor(due: number) {
    super(`the order is not paid with the device: ${due}đ are due`)
    this.due = due
  }
}

/**
 * Pays the order of a device with its price: it counts as money that came, and the rest stays due at the counter
 * (decision 227). The bonus comes as money of its own, which is never paid out (decision 241). Throws OrderNotPayable
 * if there is no such order, or less is due than the device is worth.
 */
export async function payByTradeIn(
  tx: Tx,
  { order_id, shop_id, code, offer, bonus, staff_name }: TradedDevice,
  now: Date,
): Promise<void> {
  const order = order_id === null ? null : await lockOrderById(tx, order_id)
  const is_open = ['pending', 'confirmed', 'ready_for_pickup'].includes(order?.state ?? '')
  if (order === null || !is_open || order.shop_id !== shop_id) throw new OrderNotPayable(0)
  const { due, is_payment_underway } = await findCashDue(tx, order)
  if (is_payment_underway || due < offer + bonus) throw new OrderNotPayable(due)
  const paid = { to: order, document: code, staff_name }
  await payWithGoods(tx, { ...paid, worth: offer, gateway: trade_in_gateway }, now)
  if (bonus === 0) return
  await payWithGoods(tx, { ...paid, worth: bonus, gateway: trade_bonus_gateway }, now)
}
