import type { Tx } from '#db/schema.ts'
import { writeOffGoods } from '#shop/flows/shipment/lost/write-off-goods.ts'
import { reserveItems } from '#shop/inventory/reservation/reserve.ts'
import { type LockedOrder, updateShopOfOrder } from '#shop/order/order-store.ts'
import { locationOf } from '#shop/order/order.ts'
import {
  findParcelLines,
  type LockedParcel,
  type ParcelEvent,
} from '#shop/shipment/parcel-store.ts'

/** The goods of a lost parcel are free in no shop. */
export class GoodsNotFree extends Error {
  override name = 'GoodsNotFree'
}

/**
 * Reserves what lay in a lost parcel once more for its order, and writes off what is lost. The new units are reserved
 * first: that locks all rows of these products in the sequence of every transaction. Throws GoodsNotFree.
 */
export async function reserveLostGoods(
  tx: Tx,
  order: LockedOrder,
  parcel: LockedParcel,
  by: ParcelEvent,
  now: Date,
): Promise<void> {
  const { order_id, recipient } = order
  const lines = Map.groupBy(await findParcelLines(tx, parcel.parcel_id), (line) => line.product_id)
  const items = [...lines].map(([item_id, parts]) => ({
    ...{ item_id, item_quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0) },
  }))
  const wanted = { items, location: locationOf(recipient) }
  if (!(await reserveItems(tx, order_id, wanted, now))) {
    throw new GoodsNotFree(`the goods of parcel ${parcel.code} are free in no shop`)
  }
  await writeOffGoods(tx, order, parcel, by, now)
  await updateShopOfOrder(tx, order_id)
}
