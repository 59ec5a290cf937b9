import type { Tx } from '#db/schema.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import {
  endReservations,
  ofOrderElsewhere,
  releaseStock,
} from '#shop/inventory/reservation/release-store.ts'
import { insertReservationsOf } from '#shop/inventory/reservation/reservation-store.ts'
import { openSupplyLedger } from '#shop/inventory/reservation/reservation.ts'
import { findReservedStock, lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { lockSupplies } from '#shop/inventory/reservation/reserve.ts'
import { findHandStock } from '#shop/inventory/stock/stock-store.ts'
import { updateShopOfOrder } from '#shop/order/order-store.ts'

/**
 * Reserves at one shop what a locked order has reserved elsewhere: all of it, or nothing when the shop has too few.
 * What the order took of sales and limits stays.
 */
export async function moveReservedStock(
  tx: Tx,
  { order_id, state }: LockedOrder,
  shop_id: number,
  now: Date,
): Promise<'moved' | 'was_there' | 'missing'> {
  const reserved = await findReservedStock(tx, order_id)
  const elsewhere = reserved.filter((part) => part.shop_id !== shop_id)
  if (elsewhere.length === 0) return 'was_there'
  const sums = Map.groupBy(elsewhere, ({ product_id }) => product_id)
  const items = [...sums].map(([item_id, parts]) => {
    return { item_id, item_quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0) }
  })
  // Both ends are locked in the order of every transaction, so that two orders that change places never wait for each
  // other.
  const there = items.map(({ item_id }) => ({ product_id: item_id, shop_id }))
  await lockStockRows(tx, [...elsewhere, ...there])
  const item_ids = items.map(({ item_id }) => item_id)
  const stock = new Map(
    (await findHandStock(tx, item_ids, shop_id)).map(({ product_id, free }) => [product_id, free]),
  )
  const isThere = (item: (typeof items)[number]) =>
    (stock.get(item.item_id) ?? 0) >= item.item_quantity
  if (!items.every(isThere)) return 'missing'
  await releaseStock(tx, await endReservations(tx, ofOrderElsewhere(order_id, shop_id), now))
  const request = { items, location: { shop_id }, claims: [], customer_key: null }
  const ledger = openSupplyLedger()
  await lockSupplies(tx, ledger, [request], { all_stock_rows: false })
  const { reservations } = ledger.draw(request)
  if (reservations === null) throw new RangeError(`shop ${shop_id} does not sell`)
  const settled_at = state === 'awaiting_payment' ? null : now
  await insertReservationsOf(tx, order_id, reservations, settled_at)
  await updateShopOfOrder(tx, order_id)
  return 'moved'
}
