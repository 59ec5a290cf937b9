import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { located_columns } from '#shop/location/locations-store.ts'
import type { LocatedRow } from '#shop/location/locations.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** The condition for shops that people can visit: a warehouse is in no list of shops. */
const shopIsOpen = sql`shop.is_active and shop.kinds && array['ban-hang', 'sua-chua']`

/** Returns every shop that people can visit, those of popular provinces first. */
export async function listOpenShops(db: Database): Promise<LocatedRow[]> {
  const { rows } = await sql<LocatedRow>`
    select ${located_columns}
    from shop join province using (province_id)
    where ${shopIsOpen}
    order by province.is_popular desc, province.position, province.name collate vietnamese,
      shop.shop_id
  `.execute(db)
  return rows
}

/** Returns the shops of some provinces that have the product of this SKU, or a colour of it, with the quantity. */
export async function listShopsWithSku(
  db: Database,
  sku: string,
  province_ids: readonly number[],
): Promise<(LocatedRow & { quantity: number })[]> {
  const { rows } = await sql<LocatedRow & { quantity: number }>`
    select ${located_columns}, stocked.quantity
    from (
      select stock.shop_id, sum(stock.quantity)::bigint as quantity
      from product requested
      join product sold on sold.type = 'simple' and sold.is_active
        and (sold.product_id = requested.product_id or sold.parent_id = requested.product_id)
      join product version on version.product_id = sold.parent_id and version.is_active
      join stock on stock.product_id = sold.product_id
      where requested.sku = ${sku} and stock.quantity > 0
      group by stock.shop_id
    ) stocked
    join shop on shop.shop_id = stocked.shop_id
    join province using (province_id)
    where shop.province_id = any(${province_ids}::integer[]) and ${shopSells}
    order by shop.shop_id
  `.execute(db)
  return rows
}
