import { sql } from 'kysely'
import type { LocatedShop } from '#contracts/storefront/locations.ts'
import type { Database } from '#db/schema.ts'
import { shop_columns } from '#shop/location/locations-store.ts'
import type { ShopRow } from '#shop/location/locations.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** A shop's row with what it is for and where it stands. */
export type LocatedRow = ShopRow & Pick<LocatedShop, 'kinds' | 'latitude' | 'longitude'>

/** A shop with a door: a warehouse that only sends parcels is in no list of shops. */
const shopIsOpen = sql`shop.is_active and shop.kinds && array['ban-hang', 'sua-chua']`
const located_columns = sql`${shop_columns}, shop.kinds, shop.latitude, shop.longitude`

/** Every shop that people can walk into, those of popular provinces first. */
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

/** Shops of a province that have the product of this SKU, or a colour of it, and how many pieces. */
export async function listShopsWithSku(
  db: Database,
  sku: string,
  province_id: number,
): Promise<(LocatedRow & { quantity: number })[]> {
  const { rows } = await sql<LocatedRow & { quantity: number }>`
    select ${located_columns}, held.quantity
    from (
      select stock.shop_id, sum(stock.quantity)::bigint as quantity
      from product asked
      join product sold on sold.type = 'simple' and sold.is_active
        and (sold.product_id = asked.product_id or sold.parent_id = asked.product_id)
      join product version on version.product_id = sold.parent_id and version.is_active
      join stock on stock.product_id = sold.product_id
      where asked.sku = ${sku} and stock.quantity > 0
      group by stock.shop_id
    ) held
    join shop on shop.shop_id = held.shop_id
    join province using (province_id)
    where shop.province_id = ${province_id} and ${shopSells}
    order by shop.shop_id
  `.execute(db)
  return rows
}
