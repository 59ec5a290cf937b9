import type { Database } from '#db/schema.ts'
import { findStockRows } from '#shop/inventory/stock/stock-store.ts'
import {
  allocate,
  type ItemQuantity,
  type Location,
  type Shortage,
} from '#shop/inventory/stock/stock.ts'

/**
 * Finds which of these items are short at a location now. Reserves nothing: an order checks again under its
 * locks.
 */
export async function findShortages(
  db: Database,
  items: readonly ItemQuantity[],
  location: Location,
): Promise<Shortage[]> {
  const item_ids = items.map((item) => item.item_id)
  return allocate(items, await findStockRows(db, item_ids), location).shortages
}
