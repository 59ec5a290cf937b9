import { sql, type RawBuilder } from 'kysely'
import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { makerCode } from '#shop/catalog/maker-code-rows.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** Days before today that count for the lowest price. */
const days_looked_back = 30

/** A colour with the rows from which its price is calculated. */
export interface ColorRow extends Pick<
  ColorVariant,
  'item_id' | 'sku' | 'color_name' | 'color_slug' | 'color_hex' | 'is_in_stock' | 'pictures'
> {
  gtin: string | null
  /** Its units have an IMEI or a serial number: it is a device. */
  has_codes: boolean
  mpn: string | null
  /** Rows of the whole country and of the province, of all customer groups. */
  price_rows: PriceRow[]
  lowest_30_days: number | null
}

/** Selects the colours of `product`, a version of the outer query. */
export function colorRows(province_id: number, now: Date): RawBuilder<unknown> {
  const color = sql.ref('color.product_id')
  const codes = { item_id: color, version_id: sql.ref('product.product_id') }
  return sql`
    select color.product_id as item_id, color.sku, coalesce(color.color_name, '') as color_name,
      coalesce(color.color_slug, '') as color_slug, color.color_hex,
      color.identified_by is not null as has_codes, ${makerCode('gtin', codes)} as gtin, ${makerCode('mpn', codes)} as mpn,
      exists (select from stock join shop on shop.shop_id = stock.shop_id
        where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}) as is_in_stock,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('src', media.src, 'alt', media.alt,
          'width', media.width, 'height', media.height,
          'blur', case when media.position = 0 then media.blur end)) order by media.position), '[]'::json)
       from product_media media where media.product_id = color.product_id and media.kind = 'picture') as pictures,
      ${groupedPriceRows(color, province_id)} as price_rows,
      (select min(lowest) from price_day where price_day.product_id = color.product_id
        and day >= ${vietnamDay(now, -days_looked_back)}::date
        and day < ${vietnamDay(now)}::date) as lowest_30_days
    from product color
    where color.parent_id = product.product_id and color.type = 'simple' and color.is_active
    order by color.product_id`
}

/** Selects every price row of a product that may apply in a province, of all customer groups. */
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
