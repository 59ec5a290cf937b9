import type { Tx } from '#db/schema.ts'
import { withoutUnits } from '#shop/flows/release-reservations.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertLosses } from '#shop/inventory/movement/movement-store.ts'
import {
  findShippedStock,
  lockStockRows,
  updatePart,
} from '#shop/inventory/reservation/ship-store.ts'
import { findUnits, findUnitsOfOrder } from '#shop/inventory/unit/unit-store.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { partOfStock } from '#shop/shipment/part-of-stock.ts'
import {
  findPackedUnits,
  findParcelLines,
  type LockedParcel,
  type ParcelEvent,
} from '#shop/shipment/parcel-store.ts'

/** Writes off what lay in a lost parcel: its units are nowhere, and its order has them reserved no more. */
export async function writeOffGoods(
  tx: Tx,
  { order_id, code: document }: LockedOrder,
  { parcel_id, code }: LockedParcel,
  { staff_name, note }: ParcelEvent,
  now: Date,
): Promise<void> {
  const packed = new Set(await findPackedUnits(tx, order_id, parcel_id))
  const sold = (await findUnitsOfOrder(tx, document)).filter(({ unit_id }) => packed.has(unit_id))
  const lines = await findParcelLines(tx, parcel_id)
  const gone = partOfStock(await findShippedStock(tx, order_id), lines, sold)
  await lockStockRows(tx, gone)
  await updatePart(tx, order_id, gone, 'ends', now)
  const unit_ids = sold.map(({ unit_id }) => unit_id)
  const costs = new Map((await findUnits(tx, unit_ids)).map(({ unit_id, cost }) => [unit_id, cost]))
  const cause = {
    ...{ document, at: now, ...(staff_name !== null && { staff_name }) },
    reason: note === null ? `Thất lạc, vận đơn ${code}` : `Thất lạc, vận đơn ${code}: ${note}`,
  }
  await moveUnits(tx, unit_ids, 'lose', cause)
  const named = sold.map((unit) => ({
    ...unit,
    quantity: 1,
    cost: costs.get(unit.unit_id) ?? null,
  }))
  await insertLosses(tx, [...withoutUnits(gone, sold), ...named], cause)
}
