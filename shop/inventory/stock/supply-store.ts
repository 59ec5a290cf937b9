import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { shopSells } from '#shop/location/shop-rows.ts'
import type { Wanted } from '#shop/inventory/stock/stock.ts'

/** Where pieces of a line would come from: shops of the province, shops elsewhere, nowhere. */
export type Supply = 'nearby' | 'elsewhere' | 'missing'

/** How each wanted item would be supplied in a province, by item_id. */
export async function suppliesIn(
  db: Database,
  wanted: readonly Wanted[],
  province_id: number,
): Promise<Map<number, Supply>> {
  const item_ids = wanted.map((line) => line.item_id)
  const { rows } = await sql<{ product_id: number; near: number; everywhere: number }>`
    select stock.product_id, sum(stock.quantity) as everywhere,
      coalesce(sum(stock.quantity) filter (where shop.province_id = ${province_id}), 0) as near
    from stock join shop on shop.shop_id = stock.shop_id
    where stock.product_id = any(${item_ids}::bigint[]) and ${shopSells}
    group by stock.product_id
  `.execute(db)
  const pieces = new Map(rows.map((row) => [row.product_id, row]))
  return new Map(
    wanted.map(({ item_id, item_quantity }): [number, Supply] => {
      const { near = 0, everywhere = 0 } = pieces.get(item_id) ?? {}
      if (near >= item_quantity) return [item_id, 'nearby']
      return [item_id, everywhere >= item_quantity ? 'elsewhere' : 'missing']
    }),
  )
}
