import { sql } from 'kysely'
import type { Province } from '#contracts/storefront/locations.ts'
import type { Database } from '#db/schema.ts'
import type { StockedProvince } from '#shop/location/nearest-provinces.ts'
import type { LocatedRow } from '#shop/location/locations.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** Returns all provinces: popular ones in their order, then the others by name. */
export async function listProvinces(db: Database): Promise<Province[]> {
  const { rows } = await sql<Province>`
    select province_id, name, slug, official_code, is_popular
    from province
    order by is_popular desc, position, name collate vietnamese
  `.execute(db)
  return rows
}

/** Returns the shops that sell. */
export async function listShops(db: Database): Promise<LocatedRow[]> {
  const { rows } = await sql<LocatedRow>`
    select ${located_columns}
    from shop join province using (province_id)
    where ${shopSells}
    order by province.is_popular desc, province.position, province.name collate vietnamese, shop.shop_id
  `.execute(db)
  return rows
}

/** Returns the shops of some provinces that have at least `quantity` of an item, with their quantities. */
export async function listShopsWithStock(
  db: Database,
  item_id: number,
  province_ids: readonly number[],
  quantity: number,
): Promise<{ shop_id: number; quantity: number }[]> {
  const { rows } = await sql<{ shop_id: number; quantity: number }>`
    select stock.shop_id, stock.quantity
    from stock join shop on shop.shop_id = stock.shop_id
    where stock.product_id = ${item_id} and stock.quantity >= ${quantity}
      and shop.province_id = any(${province_ids}::integer[]) and ${shopSells}
    order by stock.shop_id
  `.execute(db)
  return rows
}

/**
 * Returns the provinces of today with shops that have an item, and the one of the given numbers. Each has the average
 * position of its shops, and the retailer's number of one of them.
 */
export async function listProvincesWithStock(
  db: Database,
  item_id: number,
  province_ids: readonly number[],
): Promise<StockedProvince[]> {
  const { rows } = await sql<StockedProvince>`
    select min(province.province_id) as province_id, count(stock.product_id) as shop_count,
      count(*) as shop_total,
      avg(shop.latitude)::float8 as latitude, avg(shop.longitude)::float8 as longitude,
      bool_or(province.province_id = any(${province_ids}::integer[])) as is_here
    from province
    join shop on shop.province_id = province.province_id and ${shopSells}
    left join stock on stock.shop_id = shop.shop_id and stock.product_id = ${item_id}
      and stock.quantity > 0
    group by province.official_code
    having count(stock.product_id) > 0
      or bool_or(province.province_id = any(${province_ids}::integer[]))
    order by bool_or(province.is_popular) desc, min(province.position), min(province.name collate vietnamese)
  `.execute(db)
  return rows
}

/** The columns of a shop and its province, under the names of ShopRow. */
const shop_columns = sql`
  shop.shop_id, shop.external_id, shop.code, shop.name, shop.company_id, shop.address,
  shop.time_opening, shop.phone, shop.image, shop.gallery, shop.ward_name, shop.district_name,
  province_id, province.name as province_name, province.slug as province_slug,
  province.legacy_code as province_code, shop.zalo_link, shop.google_link, shop.google_map_address,
  shop.shop_description, shop.note`

/** The same with kinds and position, under the names of LocatedRow. */
export const located_columns = sql`${shop_columns}, shop.kinds, shop.latitude, shop.longitude`
