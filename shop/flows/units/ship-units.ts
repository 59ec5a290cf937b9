import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import {
  lockReservedStock,
  type ReservedStock,
  updateShipped,
} from '#shop/inventory/reservation/ship-store.ts'
import { findOldestUnits, findUnits, type StoredUnit } from '#shop/inventory/unit/unit-store.ts'
import { findPackedUnits, findUnitsInParcels } from '#shop/shipment/parcel-store.ts'

/** Fewer units are on hand than an order has reserved: a count has found a shortage. */
export class UnitsNotOnHand extends Error {
  override name = 'UnitsNotOnHand'
  readonly missing: ReservedStock[]

  constructor(order_code: string, missing: ReservedStock[]) {
    super(`order ${order_code} cannot be shipped: its units are not on hand`)
    this.missing = missing
  }
}

/** Moves the units that an order has reserved out of the shop. Throws UnitsNotOnHand if some are missing. */
export async function shipUnits(
  tx: Tx,
  { order_id, code }: { order_id: OrderId; code: string },
  now: Date,
): Promise<void> {
  const reserved = await lockReservedStock(tx, order_id)
  const missing = reserved.filter(({ on_hand, quantity }) => on_hand < quantity)
  if (missing.length > 0) throw new UnitsNotOnHand(code, missing)
  await moveOut(tx, await takePacked(tx, { order_id, code }, reserved, now), code, now)
  await updateShipped(tx, order_id, now)
}

/** Moves out the units that were packed by their codes. Returns what is left to move. */
async function takePacked(
  tx: Tx,
  { order_id, code: order_code }: { order_id: OrderId; code: string },
  reserved: readonly ReservedStock[],
  now: Date,
): Promise<ReservedStock[]> {
  const unit_ids = await findPackedUnits(tx, order_id)
  const units = await findUnits(tx, unit_ids)
  const isThere = (unit: StoredUnit) =>
    reserved.some((row) => row.product_id === unit.product_id && row.shop_id === unit.shop_id)
  const change = { place: { order_code }, document: order_code, at: now }
  await moveUnits(tx, unit_ids, 'sell', change, isThere)
  return reserved.map((row) => {
    const packed = units.filter(
      (unit) => unit.product_id === row.product_id && unit.shop_id === row.shop_id,
    )
    return { ...row, quantity: row.quantity - packed.length }
  })
}

/**
 * Units without a code leave first, because nothing says which ones they are. Where the rest have codes and nobody
 * scanned them, those that came first are recorded.
 */
async function moveOut(
  tx: Tx,
  reserved: readonly ReservedStock[],
  order_code: string,
  now: Date,
): Promise<void> {
  const unnamed = reserved.flatMap(({ product_id, shop_id, ...row }) => {
    const quantity = Math.min(row.quantity, row.unnamed)
    return quantity === 0 ? [] : [{ product_id, shop_id, quantity: -quantity }]
  })
  await insertMovements(tx, unnamed, { kind: 'sale', document: order_code, at: now })
  const named = reserved
    .map((row) => ({ ...row, quantity: row.quantity - row.unnamed }))
    .filter(({ quantity }) => quantity > 0)
  const packed = await findUnitsInParcels(
    tx,
    named.map(({ product_id }) => product_id),
  )
  const oldest = await findOldestUnits(tx, named, packed)
  const wanted = named.reduce((sum, { quantity }) => sum + quantity, 0)
  if (oldest.length < wanted) throw new UnitsNotOnHand(order_code, named)
  await moveUnits(tx, oldest, 'sell', {
    ...{ place: { order_code }, document: order_code, at: now },
    reason: 'Không quét mã khi giao: ghi theo máy nhập trước',
  })
}
