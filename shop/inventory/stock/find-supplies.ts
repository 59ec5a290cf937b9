import type { Database } from '#db/schema.ts'
import { sumFreeStock } from '#shop/inventory/stock/stock-store.ts'
import type { ItemQuantity } from '#shop/inventory/stock/stock.ts'

/** Which shops can supply an item: those of the province, only all shops together, or not even these. */
export type Supply = 'nearby' | 'elsewhere' | 'missing'

/** Returns for each item, by item_id, from where it would be supplied to a province. */
export async function suppliesIn(
  db: Database,
  items: readonly ItemQuantity[],
  province_id: number,
): Promise<Map<number, Supply>> {
  const item_ids = items.map((item) => item.item_id)
  const sums = await sumFreeStock(db, item_ids, province_id)
  const free = new Map(sums.map((sum) => [sum.product_id, sum]))
  return new Map(
    items.map(({ item_id, item_quantity }): [number, Supply] => {
      const { near = 0, everywhere = 0 } = free.get(item_id) ?? {}
      if (near >= item_quantity) return [item_id, 'nearby']
      return [item_id, everywhere >= item_quantity ? 'elsewhere' : 'missing']
    }),
  )
}
