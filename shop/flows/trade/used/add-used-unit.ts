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
  insertUsedItems,
  insertUsedUnits,
  nextUsedIds,
  updateUsedPrices,
} from '#shop/inventory/used/used-store.ts'
import type { NewUsedUnit } from '#shop/inventory/used/used.ts'

/** Who takes devices in, and when. */
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

/**
 * Why a device of this shop cannot come in. `on_the_way`: its order is not delivered. `in_return`: its order may be
 * paid back. `held_back`: it is locked or faulty, and not to be released here by this member of staff.
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
 * movement, and its passport. A device that this shop sold before keeps its unit, and so its history. `mayRelease` says
 * whether locked and faulty units of a shop may be released; by default nobody may. Throws UnitNotAddable or
 * NewGoodsUnknown.
 */
export async function addUsedUnit(
  tx: Tx,
  unit: NewUsedUnit,
  { mayRelease, ...intake }: Intake & Releases,
): Promise<AddedUsedUnit> {
  const known = await findKnownUnit(tx, unit)
  if (known !== null) await refuseUnit(tx, known, { shop_id: unit.shop_id, mayRelease })
  const [imei_id = 0] = await nextUsedIds(tx, 1)
  const device = { ...unit, imei_id }
  const document = unit.source_reference ?? `MC-${imei_id}`
  if (known === null) return addedOne(await receiveUsedUnits(tx, [device], { ...intake, document }))
  const [item] = await insertItems(tx, [device])
  const { product_id, version_id } = item ?? { product_id: 0, version_id: 0 }
  const { unit_id } = known
  const { shop_id } = unit
  await addStockRows(tx, [{ product_id, shop_id }])
  // It is not on hand, so that its old item has no stock of it.
  await updateItemOfUnit(tx, unit_id, { product_id, cost: costOf(unit, known) })
  const why = { ...intake, document, reason: reasons[unit.source], place: { shop_id } }
  const isAsSeen = ({ order_code }: StoredUnit) => order_code === known.order_code
  await moveUnits(tx, [unit_id], moveOf(known), why, isAsSeen)
  return addedOne(
    await insertPassports(tx, [{ ...device, product_id, version_id, unit_id }], intake.at),
  )
}

function addedOne([added]: readonly AddedUsedUnit[]): AddedUsedUnit {
  if (added === undefined) throw new Error('no device came in')
  return added
}

/** A new device with the number that it gets. */
type NumberedUnit = NewUsedUnit & { imei_id: number }

/**
 * Takes in used devices that this shop never had, as drafts, in the caller's transaction. Their codes must be unknown
 * to the shop and differ from each other. Throws NewGoodsUnknown.
 */
export async function receiveUsedUnits(
  tx: Tx,
  devices: readonly NumberedUnit[],
  intake: Intake & { document: string },
): Promise<AddedUsedUnit[]> {
  const items = await insertItems(tx, devices)
  const groups = Map.groupBy(items, ({ shop_id, source }) => `${shop_id} ${source}`)
  for (const group of groups.values()) {
    const [{ shop_id, source } = { shop_id: 0, source: 'hand' as const }] = group
    const units = group.map(({ codes, product_id, cost }) => ({ ...codes, product_id, cost }))
    await receiveUnits(tx, units, shop_id, { ...intake, reason: reasons[source] })
  }
  const found = await findCodes(
    tx,
    items.flatMap(({ codes }) => codesOf(codes)),
  )
  const unit_ids = new Map(found.map(({ code, unit_id }) => [code, unit_id]))
  const passports = items.map((item) => {
    return { ...item, unit_id: unit_ids.get(codesOf(item.codes)[0] ?? '') ?? 0 }
  })
  return insertPassports(tx, passports, intake.at)
}

type PlacedUnit = NumberedUnit & { product_id: number; version_id: number }

/** Creates the items of new devices, and the used versions that are missing. */
async function insertItems(tx: Tx, devices: readonly NumberedUnit[]): Promise<PlacedUnit[]> {
  const goods = await findNewGoods(
    tx,
    devices.map(({ new_item_id }) => new_item_id),
  )
  const used_versions = new Map<number, number>()
  for (const version_id of [...new Set(goods.values())].toSorted((a, b) => a - b)) {
    used_versions.set(version_id, await ensureUsedVersion(tx, version_id))
  }
  const placed = devices.map((device) => {
    const { new_item_id } = device
    const version_id = used_versions.get(goods.get(new_item_id) ?? 0)
    if (version_id === undefined) throw new NewGoodsUnknown(`item ${new_item_id} is not new goods`)
    return { ...device, version_id }
  })
  const product_ids = await insertUsedItems(
    tx,
    placed.map(({ imei_id, version_id, new_item_id, warranty_months }) => {
      return { imei_id, version_id, new_item_id, warranty_months }
    }),
  )
  return placed.map((one) => ({ ...one, product_id: product_ids.get(one.imei_id) ?? 0 }))
}

async function insertPassports(
  tx: Tx,
  devices: readonly (PlacedUnit & { unit_id: number })[],
  at: Date,
): Promise<AddedUsedUnit[]> {
  const rows = devices.map(
    ({ codes: _codes, cost: _cost, price: _price, new_item_id: _item, ...row }) => row,
  )
  try {
    await insertUsedUnits(tx, rows, at)
  } catch (error) {
    if (breaks(error, 'used_unit_once')) throw new UnitNotAddable('in_stock')
    throw error
  }
  const priced = devices.flatMap(({ product_id, price }) =>
    price === null ? [] : [{ product_id, price }],
  )
  if (priced.length > 0) await updateUsedPrices(tx, priced)
  return devices.map(({ imei_id, product_id, unit_id }) => ({ imei_id, product_id, unit_id }))
}

interface Releases {
  mayRelease?: ((shop_id: number) => boolean) | undefined
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
  { shop_id, mayRelease = () => false }: Releases & { shop_id: number },
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
