import { counts as contract } from '#contracts/staff/counts.ts'
import type { Tx } from '#db/schema.ts'
import { isImei, storedUnitCode } from '#pure/formats/unit-codes.ts'
import { findItemBySku } from '#shop/catalog/item-store.ts'
import {
  addCounted,
  insertScan,
  isInScope,
  type StoredCount,
} from '#shop/inventory/count/count-store.ts'
import { findHandStock } from '#shop/inventory/stock/stock-store.ts'
import { findCodes, findUnits } from '#shop/inventory/unit/unit-store.ts'

/** Counts what was scanned: a unit by its code, or a quantity of units without codes by their SKU. */
export async function scanCount(
  tx: Tx,
  count: StoredCount,
  { scan, quantity }: { scan: string; quantity: number },
  staff_name: string,
  at: Date,
): Promise<void> {
  const { refuse } = contract.scanCount
  const { stock_count_id, shop_id } = count
  const typed = storedUnitCode(scan)
  const [found] = await findCodes(tx, [typed])
  const [unit] = found === undefined ? [] : await findUnits(tx, [found.unit_id])
  const item = unit === undefined ? await findItemBySku(tx, scan) : null
  const product_id = unit?.product_id ?? item?.product_id ?? null
  if (product_id !== null && !(await isInScope(tx, count, product_id))) throw refuse('out_of_scope')
  if (item !== null) {
    const [stock] = await findHandStock(tx, [item.product_id], shop_id)
    if (item.identified_by !== null && (stock?.unnamed ?? 0) === 0) throw refuse('needs_code')
    const line = { stock_count_id, product_id: item.product_id, quantity, staff_name, at }
    await addCounted(tx, line, shop_id)
    return
  }
  // A unit has several codes; whichever is scanned, it is one unit.
  if (unit === undefined && !isImei(typed)) throw refuse('code_not_found')
  const was_here = unit?.state === 'in_stock' && unit.shop_id === shop_id
  const is_new = await insertScan(tx, {
    ...{ stock_count_id, was_here, staff_name, scanned_at: at },
    code: unit?.imei1 ?? unit?.serial ?? typed,
    unit_id: unit?.unit_id ?? null,
  })
  if (!is_new) throw refuse('scanned_already')
}
