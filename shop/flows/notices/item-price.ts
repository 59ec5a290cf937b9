import type { Database } from '#db/schema.ts'
import { currentPrices } from '#shop/flows/prices/current-prices.ts'

/** What the item costs a guest at `now`, nationwide; null: it has no price. */
export async function priceOf(
  db: Database,
  { item_id, version_id }: { item_id: number; version_id: number },
  now: Date,
): Promise<number | null> {
  const prices = await currentPrices(db, [version_id], now)
  return prices.find(({ product_id }) => product_id === item_id)?.price ?? null
}
