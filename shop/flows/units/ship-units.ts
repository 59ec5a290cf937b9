import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import {
  lockReservedStock,
  type ReservedStock,
  updatePart,
  updateShipped,
} from '#shop/inventory/reservation/ship-store.ts'
import { findOldestUnits, findUnits, type StoredUnit } from '#shop/inventory/unit/unit-store.ts'
import {
  findPackedUnits,
  findParcelLines,
  findUnitsInParcels,
  insertParcelUnits,
} from '#shop/shipment/parcel-store.ts'
import { partOfStock } from '#shop/shipment/part-of-stock.ts'

/** Fewer units are on hand than an order has reserved: a count has found a shortage. */
export class UnitsNotOnHand extends Error {
  override name = 'UnitsNotOnHand'
  readonly missing: ReservedStock[]

  constructor(order_code: string, missing: ReservedStock[]) {
    super(`order ${order_code} cannot be shipped: its units are not on hand`)
    this.missing = missing
  }
}

/**
 * Moves the units that an order has reserved out of the shop: those of one parcel, or all. Throws UnitsNotOnHand if
 * some are missing.
 */
export async function shipUnits(
  tx: Tx,
  order: { order_id: OrderId; code: string },
  now: Date,
  parcel_id: number | null = null,
): Promise<void> {
  const { order_id, code } = order
  const all = await lockReservedStock(tx, order_id)
  const packed = await findUnits(tx, await findPackedUnits(tx, order_id, parcel_id))
  const reserved =
    parcel_id === null ? all : partOfStock(all, await findParcelLines(tx, parcel_id), packed)
  const missing = reserved.filter(({ on_hand, quantity }) => on_hand < quantity)
  if (missing.length > 0) throw new UnitsNotOnHand(code, missing)
  const unscanned = await moveOut(tx, await takePacked(tx, code, packed, reserved, now), code, now)
  if (parcel_id === null) return updateShipped(tx, order_id, now)
  await insertParcelUnits(tx, parcel_id, unscanned)
  await updatePart(tx, order_id, reserved, 'leaves', now)
}

/** Moves out the units that were packed by their codes. Returns what is left to move. */
async function takePacked(
  tx: Tx,
  order_code: string,
  units: readonly StoredUnit[],
  reserved: readonly ReservedStock[],
  now: Date,
): Promise<ReservedStock[]> {
  const unit_ids = units.map(({ unit_id }) => unit_id)
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
 * scanned them, those that came first are recorded. Returns these.
 */
async function moveOut(
  tx: Tx,
  reserved: readonly ReservedStock[],
  order_code: string,
  now: Date,
): Promise<number[]> {
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
  return oldest
}
