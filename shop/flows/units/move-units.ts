import type { UnitState } from '#contracts/staff/units.ts'
import type { Tx } from '#db/schema.ts'
import type { Movement } from '#shop/inventory/movement/movement.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { addStockRows } from '#shop/inventory/stock/stock-store.ts'
import { type UnitMoveName, unitMoveOf } from '#shop/inventory/unit/unit-states.ts'
import {
  findUnits,
  insertUnitEvents,
  insertUnits,
  lockUnits,
  type NewUnit,
  type StoredUnit,
  type UnitPlace,
  updateUnits,
} from '#shop/inventory/unit/unit-store.ts'

/** Why units move, and where they are then. */
interface UnitChange {
  /** The shop, the transfer or the order that has them then. By default they stay at their shop. */
  place?: UnitPlace
  document: string | null
  reason?: string | null
  staff_name?: string | null
  at: Date
}

/** A unit is not where the move begins. The caller read it without its lock. */
export class UnitsNotMovable extends Error {
  override name = 'UnitsNotMovable'
  readonly units: StoredUnit[]

  constructor(move: string, units: StoredUnit[]) {
    super(`units ${units.map(({ unit_id }) => unit_id).join(', ')} cannot ${move}`)
    this.units = units
  }
}

/**
 * Moves units by the table of moves (shop/inventory/unit/unit-states.ts), with the movements of stock and the events
 * that this means. No other function changes where a unit is. Throws UnitsNotMovable, with nothing changed, if one of
 * them has another state than the move begins with, or is not among those that `isExpected` accepts.
 */
export async function moveUnits(
  tx: Tx,
  unit_ids: readonly number[],
  name: UnitMoveName,
  change: UnitChange,
  isExpected: (unit: StoredUnit) => boolean = () => true,
): Promise<void> {
  if (unit_ids.length === 0) return
  const { from, to, movement } = unitMoveOf(name)
  const target = change.place?.shop_id
  const seen = await findUnits(tx, unit_ids)
  if (target !== undefined) {
    await addStockRows(
      tx,
      seen.map(({ product_id }) => ({ product_id, shop_id: target })),
    )
  }
  await lockStockRows(
    tx,
    seen.flatMap(({ product_id, shop_id }) => [
      { product_id, shop_id },
      { product_id, shop_id: target ?? null },
    ]),
  )
  const units = await lockUnits(tx, unit_ids)
  const wrong = units.filter((unit, n) => {
    const is_where_seen = unit.shop_id === seen[n]?.shop_id
    return !from.includes(unit.state) || !is_where_seen || !isExpected(unit)
  })
  if (wrong.length > 0 || units.length < unit_ids.length) throw new UnitsNotMovable(name, wrong)
  const { document, reason = null, staff_name = null, at } = change
  const lock_reason = to === 'locked' ? (reason ?? name) : null
  for (const [shop_id, group] of Map.groupBy(units, (unit) => unit.shop_id)) {
    const place = change.place ?? (shop_id === null ? {} : { shop_id })
    const ids = group.map(({ unit_id }) => unit_id)
    await updateUnits(tx, ids, { state: to, place, lock_reason })
  }
  if (movement !== null) {
    const cause = { kind: movement, document, ...words({ reason, staff_name }), at }
    await insertMovements(
      tx,
      units.flatMap((unit) => movementsOf(unit, to, target)),
      cause,
    )
  }
  const where = units.map(({ unit_id, shop_id }) => ({ unit_id, shop_id: target ?? shop_id }))
  for (const [from_state, group] of Map.groupBy(units, ({ state }) => state)) {
    const own = where.filter(({ unit_id }) => group.some((unit) => unit.unit_id === unit_id))
    const event = { move: name, from_state, to_state: to, document, reason, staff_name, at }
    await insertUnitEvents(tx, own, event)
  }
}

/** Gives new units their rows, with the movements that bring them on hand at a shop. The stock rows are locked here. */
export async function receiveUnits(
  tx: Tx,
  units: readonly NewUnit[],
  shop_id: number,
  change: Omit<UnitChange, 'place'>,
): Promise<void> {
  if (units.length === 0) return
  const keys = units.map(({ product_id }) => ({ product_id, shop_id }))
  await addStockRows(tx, keys)
  await lockStockRows(tx, keys)
  const { document, reason = null, staff_name = null, at } = change
  const unit_ids = await insertUnits(tx, units, { shop_id, at })
  const movements = units.map(({ product_id, cost }, n) => {
    return { product_id, shop_id, quantity: 1, unit_id: unit_ids[n] ?? 0, cost }
  })
  const cause = { kind: 'receipt', document, ...words({ reason, staff_name }), at } as const
  await insertMovements(tx, movements, cause)
  const event = { move: 'receive', from_state: null, to_state: 'in_stock' } as const
  const places = unit_ids.map((unit_id) => ({ unit_id, shop_id }))
  await insertUnitEvents(tx, places, { ...event, document, reason, staff_name, at })
}

/** A unit that leaves what is on hand is a movement of -1, one that comes a movement of 1. */
function movementsOf(
  { unit_id, product_id, state, shop_id, cost }: StoredUnit,
  to: UnitState,
  target: number | undefined,
): Movement[] {
  const here = target ?? shop_id
  const movement = { product_id, unit_id, cost }
  return [
    ...(state === 'in_stock' && shop_id !== null ? [{ ...movement, shop_id, quantity: -1 }] : []),
    ...(to === 'in_stock' && here !== null ? [{ ...movement, shop_id: here, quantity: 1 }] : []),
  ]
}

function words({ reason, staff_name }: { reason: string | null; staff_name: string | null }) {
  return {
    ...(reason === null ? {} : { reason }),
    ...(staff_name === null ? {} : { staff_name }),
  }
}
