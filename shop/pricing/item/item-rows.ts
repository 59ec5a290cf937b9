import { sql, type RawBuilder } from 'kysely'
import { sellingShops } from '#shop/location/shop-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { priceRowsOf } from '#shop/pricing/price/price-rows.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { usedDeviceOf } from '#shop/inventory/used/used-rows.ts'
import { no_offers, offersOf } from '#shop/pricing/promotion/offer-rows.ts'

/** The row of an item, from a query with `itemColumns` and `joinItem`. */
export type ItemRow = Omit<Item, 'price'>

const offered = {
  product_id: sql.ref('product.product_id'),
  version_id: sql.ref('product.parent_id'),
  category_path: sql.ref('category.path'),
}

/** Devices that can take over the data of an old one, by the codes of their categories. */
const holdsData = sql`exists (select from category above where above.category_id = any(category.path)
  and above.code in ('dien-thoai', 'may-tinh-bang', 'laptop'))`

/** SQL of an item's columns, used with `joinItem`; `province_id` is a column or a parameter. */
export function itemColumns(
  province_id: RawBuilder<unknown>,
  { now, ...groups }: Pick<PriceQuestion, 'now' | 'customer_group_id' | 'card_group_id'>,
  group_ids: readonly number[] = groupIds(groups),
): RawBuilder<unknown> {
  return sql`
    product.product_id as item_id, product.parent_id as version_id,
    to_json(category.path) as category_ids, product.sku, product.name, product.color_name,
    coalesce(slug.path, '') as url_path,
    (select media.src from product_media media where media.product_id = product.product_id
     order by media.position limit 1) as thumbnail,
    (product.type = 'simple' and product.is_active and coalesce(version.is_active, false)) as is_offered,
    version.launched_on::text as launched_on,
    (select coalesce(sum(stock.quantity), 0) from stock
     where stock.product_id = product.product_id and stock.shop_id = any(${sellingShops})) as stock,
    ${priceRowsOf(sql.ref('product.product_id'), province_id, group_ids)} as price_rows,
    case when product.used_of is null then ${offersOf(offered, now)} else ${no_offers} end as offers,
    case when product.used_of is not null then ${usedDeviceOf(offered.product_id)} end as used,
    ${holdsData} as holds_data`
}

/** The groups whose prices a customer may have. */
export function groupIds({
  customer_group_id,
  card_group_id = null,
}: Pick<PriceQuestion, 'customer_group_id' | 'card_group_id'>): number[] {
  return [customer_group_id, card_group_id].filter((id) => id !== null)
}

/** SQL that joins items by `item_id`, a column or a parameter. */
export function joinItem(item_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    join product on product.product_id = ${item_id}
    join category on category.category_id = product.category_id
    left join product version on version.product_id = product.parent_id
    left join slug on slug.kind = 'product' and slug.entity_id = product.parent_id and slug.is_current`
}

/** Converts a row to an item and prices it. */
export function itemOf(row: ItemRow, question: PriceQuestion): Item {
  const { item_id, version_id, category_ids, sku, name, color_name } = row
  const { url_path, thumbnail, launched_on } = row
  const { is_offered, stock, price_rows, offers, used = null, holds_data } = row
  const identity = { item_id, version_id, category_ids, sku, name, color_name }
  const display = { url_path, thumbnail, launched_on }
  const more = { used, ...(holds_data === undefined ? {} : { holds_data }) }
  const price = priceAt(price_rows, offers, question)
  return { ...identity, ...display, is_offered, stock, price_rows, offers, price, ...more }
}
