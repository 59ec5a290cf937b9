import type { Database, Tx } from '#db/schema.ts'
import {
  costOfDifferences,
  findCountLines,
  findMissing,
  findSurplus,
  type OddUnit,
  type StoredCount,
  updateCount,
} from '#shop/inventory/count/count-store.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { insertMovements } from '#shop/inventory/movement/movement-store.ts'
import { lockStockRows } from '#shop/inventory/reservation/ship-store.ts'
import { addStockRows, findHandStock } from '#shop/inventory/stock/stock-store.ts'
import { findUnits } from '#shop/inventory/unit/unit-store.ts'

/** What a count has found: units missing and too many, quantities by which it differs from the book, and their cost. */
export interface Differences {
  missing: OddUnit[]
  surplus: OddUnit[]
  counted: { product_id: number; quantity: number }[]
  amount: number
}

/** Compares a count with the book: each quantity with that of its own minute, units with those that are here now. */
export async function findDifferences(db: Database, count: StoredCount): Promise<Differences> {
  const missing = await findMissing(db, count)
  const surplus = await findSurplus(db, count.stock_count_id)
  const lines = await findCountLines(db, count.stock_count_id)
  const counted = lines.flatMap(({ product_id, counted: seen, book }) => {
    const quantity = (seen ?? 0) - (book ?? 0)
    return quantity === 0 ? [] : [{ product_id, quantity }]
  })
  const unit_ids = [...idsOf(missing), ...idsOf(foundAgain(surplus))]
  return { missing, surplus, counted, amount: await costOfDifferences(db, unit_ids, counted) }
}

/** Units that were written off and lie here. Others are in the book elsewhere, and staff look into them first. */
function foundAgain(surplus: readonly OddUnit[]): OddUnit[] {
  return surplus.filter(({ state }) => state === 'written_off')
}

function idsOf(units: readonly OddUnit[]): number[] {
  return units.flatMap(({ unit_id }) => unit_id ?? [])
}

/**
 * Books the differences of a closed count: a movement of the difference, never a quantity. What was sold since the
 * count stays sold, and what is reserved stays reserved: if units are missing for it, the row has a shortage.
 */
export async function approveCount(
  tx: Tx,
  { stock_count_id, shop_id, code }: StoredCount,
  { missing, surplus, counted }: Differences,
  staff_name: string,
  now: Date,
): Promise<number> {
  const found = foundAgain(surplus)
  const units = await findUnits(tx, [...idsOf(missing), ...idsOf(found)])
  const keys = [...units, ...counted].map(({ product_id }) => ({ product_id, shop_id }))
  await addStockRows(tx, keys)
  await lockStockRows(tx, keys)
  const cause = { document: code, staff_name, at: now }
  const product_ids = counted.map(({ product_id }) => product_id)
  const stock = await findHandStock(tx, product_ids, shop_id)
  const movements = counted.flatMap(({ product_id, quantity }) => {
    // Some of the units that were missing may have been booked away by somebody else since.
    const unnamed = stock.find((row) => row.product_id === product_id)?.unnamed ?? 0
    const moved = Math.max(quantity, -unnamed)
    return moved === 0 ? [] : [{ product_id, shop_id, quantity: moved }]
  })
  await insertMovements(tx, movements, { kind: 'count', ...cause })
  // Under the locks of the stock rows: a unit that was sold in this very moment is not missing any more.
  const now_units = await findUnits(tx, [...idsOf(missing), ...idsOf(found)])
  const inState = (state: string) =>
    now_units.filter((unit) => unit.state === state).map(({ unit_id }) => unit_id)
  await moveUnits(tx, inState('in_stock'), 'write_off', { place: {}, ...cause })
  await moveUnits(tx, inState('written_off'), 'find', { place: { shop_id }, ...cause })
  await updateCount(tx, stock_count_id, {
    ...{ state: 'approved', approved_by: staff_name, approved_at: now },
  })
  return movements.length + units.length
}
