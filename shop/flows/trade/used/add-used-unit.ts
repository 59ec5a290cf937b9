import type { Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import { everything } from '#pure/access.ts'
import { codesOf } from '#pure/formats/unit-codes.ts'
import { moveUnits, receiveUnits } from '#shop/flows/units/move-units.ts'
import type { UnitMoveName } from '#shop/inventory/unit/unit-states.ts'
import { addStockRows } from '#shop/inventory/stock/stock-store.ts'
import {
  updateItemOfUnit,
  findCodes,
  findUnits,
  type StoredUnit,
} from '#shop/inventory/unit/unit-store.ts'
import { lockOrderByCode } from '#shop/order/order-store.ts'
import { isInOpenReturn } from '#shop/return/return-store.ts'
import {
  ensureUsedVersion,
  findNewGoods,
  insertUsedItem,
  insertUsedUnit,
  nextUsedId,
  updateUsedPrice,
} from '#shop/trade/used/used-store.ts'
import type { NewUsedUnit } from '#shop/trade/used/used.ts'

/** Who takes the device in, and when. */
interface Intake {
  staff_name: string | null
  at: Date
  /** Whether they may release locked and faulty units of this shop. By default nobody may. */
  mayRelease?: (shop_id: number) => boolean
}

/** The numbers of a device: what carts name, its item, and its unit in the inventory. */
interface AddedUsedUnit {
  imei_id: number
  product_id: number
  unit_id: number
}

/**
 * Why a device of this shop cannot come in. `on_the_way`: its order is not delivered. `in_return`: its order may be paid
 * back. `held_back`: it is locked or faulty, and not to be released here by this member of staff.
 */
type NotAddable = 'in_stock' | 'two_units' | 'on_the_way' | 'in_return' | 'held_back'

/** The device cannot come in. */
export class UnitNotAddable extends Error {
  override name = 'UnitNotAddable'
  readonly reason: NotAddable

  constructor(reason: NotAddable) {
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
  { staff_name, at, mayRelease }: Intake,
): Promise<AddedUsedUnit> {
  const goods = await findNewGoods(tx, unit.new_item_id)
  if (goods === null) throw new NewGoodsUnknown(`item ${unit.new_item_id} is not new goods`)
  const known = await findKnownUnit(tx, unit)
  if (known !== null) await refuseUnit(tx, known, { shop_id: unit.shop_id, mayRelease })
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
    await updateItemOfUnit(tx, known.unit_id, { product_id, cost: costOf(unit, known) })
    await moveUnits(
      tx,
      [known.unit_id],
      moveOf(known),
      { ...intake, place: { shop_id } },
      ({ order_code }) => order_code === known.order_code,
    )
  }
  const unit_id = known?.unit_id ?? (await unitOf(tx, unit))
  const { codes: _codes, cost: _cost, price, new_item_id: _item, ...passport } = unit
  try {
    await insertUsedUnit(tx, { ...passport, imei_id, product_id, version_id, unit_id }, at)
  } catch (error) {
    if (breaks(error, 'used_unit_once')) throw new UnitNotAddable('in_stock')
    throw error
  }
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
  return known ?? null
}

/**
 * Refuses a unit that its order may still bring back, or that somebody keeps from sale. The order is locked, so that
 * nobody opens a return of it meanwhile. Throws UnitNotAddable.
 */
async function refuseUnit(
  tx: Tx,
  unit: StoredUnit,
  { shop_id, mayRelease = () => false }: Pick<Intake, 'mayRelease'> & { shop_id: number },
): Promise<void> {
  if (unit.state === 'locked' || unit.state === 'faulty') {
    if (unit.shop_id !== shop_id || !mayRelease(shop_id)) throw new UnitNotAddable('held_back')
    return
  }
  if (unit.state !== 'sold') throw new UnitNotAddable('in_stock')
  const order = await lockOrderByCode(tx, unit.order_code ?? '', everything)
  // Units that were sold before this shop had its orders here can neither come back with one nor be returned.
  if (order === null) return
  if (order.state !== 'delivered') throw new UnitNotAddable('on_the_way')
  if (await isInOpenReturn(tx, order.order_id, unit)) throw new UnitNotAddable('in_return')
}

/** What the shop paid for a unit that comes back. A unit that it owned all the time costs what it did. */
function costOf({ cost }: NewUsedUnit, known: StoredUnit): number | null {
  return known.state === 'sold' ? cost : (cost ?? known.cost)
}

function moveOf({ state }: StoredUnit): UnitMoveName {
  if (state === 'locked') return 'unlock'
  return state === 'faulty' ? 'repair' : 'buy_back'
}

async function unitOf(tx: Tx, { codes }: NewUsedUnit): Promise<number> {
  const [found] = await findCodes(tx, codesOf(codes))
  return found?.unit_id ?? 0
}
