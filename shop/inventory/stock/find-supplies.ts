import type { Database } from '#db/schema.ts'
import { sumFreeStock } from '#shop/inventory/stock/stock-store.ts'
import type { ItemQuantity } from '#shop/inventory/stock/stock.ts'

/** Where a line would be supplied from: shops of the province, shops elsewhere, nowhere. */
export type Supply = 'nearby' | 'elsewhere' | 'missing'

/** How each of these items would be supplied in a province, by item_id. */
export async function suppliesIn(
  db: Database,
  items: readonly ItemQuantity[],
  province_id: number,
): Promise<Map<number, Supply>> {
  const item_ids = items.map((line) => line.item_id)
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
