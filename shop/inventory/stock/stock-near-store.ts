import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { lengthHint } from '#platform/database/id-list.ts'
import type { ItemQuantity } from '#shop/inventory/stock/stock.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** Whether one shop of the province has all of these items. */
export async function isInStockNear(
  db: Database,
  wanted: readonly ItemQuantity[],
  province_id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from shop where province_id = ${province_id} and ${shopSells} and not exists (
      select from (select product_id, quantity from unnest(
        ${wanted.map(({ item_id }) => item_id)}::bigint[],
        ${wanted.map(({ item_quantity }) => item_quantity)}::integer[]) as list (product_id, quantity)
        ${lengthHint(wanted)}) wanted
      where not exists (select from stock where stock.shop_id = shop.shop_id
        and stock.product_id = wanted.product_id and stock.quantity >= wanted.quantity))
    limit 1
  `.execute(db)
  return rows.length > 0
}
