import { sql, type RawBuilder } from 'kysely'
import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** Days before today in which a thing's lowest price is looked for. */
const days_looked_back = 30

/** A colour with what its price is made of. */
export interface ColorRow extends Pick<
  ColorVariant,
  'item_id' | 'sku' | 'color_name' | 'color_slug' | 'color_hex' | 'is_in_stock' | 'pictures'
> {
  /** For all, the province and all customer groups. */
  price_rows: PriceRow[]
  lowest_30_days: number | null
}

/** The colours of `product`, a version, beside a query that reads `product`. */
export function colorRows(province_id: number, now: Date): RawBuilder<unknown> {
  const color = sql.ref('color.product_id')
  return sql`
    select color.product_id as item_id, color.sku, coalesce(color.color_name, '') as color_name,
      coalesce(color.color_slug, '') as color_slug, color.color_hex,
      exists (select from stock join shop on shop.shop_id = stock.shop_id
        where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}) as is_in_stock,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('src', media.src, 'alt', media.alt,
          'width', media.width, 'height', media.height,
          'blur', case when media.position = 0 then media.blur end)) order by media.position), '[]'::json)
       from product_media media where media.product_id = color.product_id) as pictures,
      ${groupedPriceRows(color, province_id)} as price_rows,
      (select min(lowest) from price_day where price_day.product_id = color.product_id
        and day >= ${vietnamDay(now, -days_looked_back)}::date
        and day < ${vietnamDay(now)}::date) as lowest_30_days
    from product color
    where color.parent_id = product.product_id and color.type = 'simple' and color.is_active
    order by color.product_id`
}

/** Every row of the price table that can speak for a product in a province, whoever asks. */
export function groupedPriceRows(
  product_id: RawBuilder<unknown>,
  province_id: number,
): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'product_id', p.product_id, 'province_id', p.province_id,
      'customer_group_id', p.customer_group_id,
      'list_price', p.list_price, 'sale_price', p.sale_price)), '[]')
    from price p
    where p.product_id = ${product_id} and (p.province_id is null or p.province_id = ${province_id}))`
}
