import type { Tx } from '#db/schema.ts'
import { codesOf } from '#pure/formats/unit-codes.ts'
import { moveUnits, receiveUnits } from '#shop/flows/units/move-units.ts'
import type { UnitMoveName } from '#shop/inventory/unit/unit-states.ts'
import { addStockRows } from '#shop/inventory/stock/stock-store.ts'
import { findCodes, findUnits, type StoredUnit } from '#shop/inventory/unit/unit-store.ts'
import {
  ensureUsedVersion,
  findNewGoods,
  insertUsedItem,
  insertUsedUnit,
  nextUsedId,
  updateItemOfUnit,
  updateUsedPrice,
} from '#shop/trade/used/used-store.ts'
import type { NewUsedUnit } from '#shop/trade/used/used.ts'

/** Who takes the device in, and when. */
interface Intake {
  staff_name: string | null
  at: Date
}

/** The numbers of a device: what carts name, its item, and its unit in the inventory. */
interface AddedUsedUnit {
  imei_id: number
  product_id: number
  unit_id: number
}

/** The device cannot come in: it is in stock or on the way, or its codes belong to two units. */
export class UnitNotAddable extends Error {
  override name = 'UnitNotAddable'
  readonly reason: 'in_stock' | 'two_units'

  constructor(reason: 'in_stock' | 'two_units') {
    super(`the device cannot come in: ${reason}`)
    this.reason = reason
  }
}

/** No goods of this shop are what the device was when it was new. */
export class NewGoodsUnknown extends Error {
  override name = 'NewGoodsUnknown'
}

/**
 * Takes in a used device as a draft, in the caller's transaction: its item, its unit on hand at the shop with the
 * movement, and its passport. A device that this shop sold before keeps its unit, and so its history. Throws
 * UnitNotAddable or NewGoodsUnknown.
 */
export async function addUsedUnit(
  tx: Tx,
  unit: NewUsedUnit,
  { staff_name, at }: Intake,
): Promise<AddedUsedUnit> {
  const goods = await findNewGoods(tx, unit.new_item_id)
  if (goods === null) throw new NewGoodsUnknown(`item ${unit.new_item_id} is not new goods`)
  const known = await findKnownUnit(tx, unit)
  const version_id = await ensureUsedVersion(tx, goods.version_id)
  const imei_id = await nextUsedId(tx)
  const { new_item_id, warranty_months, shop_id } = unit
  const item = { imei_id, version_id, new_item_id, warranty_months }
  const product_id = await insertUsedItem(tx, item)
  const document = unit.source_reference ?? `MC-${imei_id}`
  const intake = { document, reason: reasons[unit.source], staff_name, at }
  if (known === null) {
    await receiveUnits(tx, [{ ...unit.codes, product_id, cost: unit.cost }], shop_id, intake)
  } else {
    await addStockRows(tx, [{ product_id, shop_id }])
    // It is not on hand, so that its old item has no stock of it.
    await updateItemOfUnit(tx, known.unit_id, product_id)
    await moveUnits(tx, [known.unit_id], moveOf(known), { ...intake, place: { shop_id } })
  }
  const unit_id = known?.unit_id ?? (await unitOf(tx, unit))
  const { codes: _codes, cost: _cost, price, new_item_id: _item, ...passport } = unit
  await insertUsedUnit(tx, { ...passport, imei_id, product_id, version_id, unit_id }, at)
  if (price !== null) await updateUsedPrice(tx, product_id, price)
  return { imei_id, product_id, unit_id }
}

const reasons = {
  hand: 'Nhập máy cũ',
  trade_in: 'Thu cũ',
  return: 'Khách trả, bán thành hàng cũ',
} as const

async function findKnownUnit(tx: Tx, { codes }: NewUsedUnit): Promise<StoredUnit | null> {
  const found = new Set((await findCodes(tx, codesOf(codes))).map(({ unit_id }) => unit_id))
  if (found.size > 1) throw new UnitNotAddable('two_units')
  const [known] = await findUnits(tx, [...found])
  if (known && known.state !== 'sold' && known.state !== 'locked' && known.state !== 'faulty') {
    throw new UnitNotAddable('in_stock')
  }
  return known ?? null
}

function moveOf({ state }: StoredUnit): UnitMoveName {
  if (state === 'locked') return 'unlock'
  return state === 'faulty' ? 'repair' : 'buy_back'
}

async function unitOf(tx: Tx, { codes }: NewUsedUnit): Promise<number> {
  const [found] = await findCodes(tx, codesOf(codes))
  return found?.unit_id ?? 0
}
