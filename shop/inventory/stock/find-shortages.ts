import type { Database } from '#db/schema.ts'
import { findStockRows } from '#shop/inventory/stock/stock-store.ts'
import {
  allocate,
  type ItemQuantity,
  type Location,
  type Shortage,
} from '#shop/inventory/stock/stock.ts'

/** What is short of these items at a location now. Reserves nothing: an order asks again under its locks. */
export async function findShortages(
  db: Database,
  items: readonly ItemQuantity[],
  location: Location,
): Promise<Shortage[]> {
  const item_ids = items.map((line) => line.item_id)
  return allocate(items, await findStockRows(db, item_ids), location).shortages
}
