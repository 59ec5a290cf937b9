import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { askedIds, asLongAs } from '#platform/database/id-list.ts'
import { priceRowsOf } from '#shop/pricing/price/price-rows.ts'
import { giftItemIds } from '#shop/pricing/basket/gifts.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { offersOf } from '#shop/pricing/promotion/offer-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/** A shop that sells: its pieces count. Repair shops hold none for sale. */
export const shopSells = sql`shop.is_active and 'ban-hang' = any(shop.kinds)`

/** Their numbers, found once for all items of a statement. */
const sellingShops = sql`array(select shop.shop_id from shop where ${shopSells})`

/** The columns of an item, for a query that also says `joinItem`. */
export type ItemRow = Omit<Item, 'price'>

const offered = {
  product_id: sql.ref('product.product_id'),
  version_id: sql.ref('product.parent_id'),
  category_path: sql.ref('category.path'),
}

/** An item's columns beside `joinItem`; `province_id` is a column or a parameter. */
export function itemColumns(
  province_id: RawBuilder<unknown>,
  { customer_group_id, now }: Pick<PriceQuestion, 'customer_group_id' | 'now'>,
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
    ${priceRowsOf(sql.ref('product.product_id'), province_id, customer_group_id)} as price_rows,
    ${offersOf(offered, now)} as offers`
}

/** Joins items to whatever names them: `item_id` is a column or a parameter. */
export function joinItem(item_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    join product on product.product_id = ${item_id}
    join category on category.category_id = product.category_id
    left join product version on version.product_id = product.parent_id
    left join slug on slug.kind = 'product' and slug.entity_id = product.parent_id and slug.is_current`
}

/** The item of a row, priced. */
export function itemOf(row: ItemRow, question: PriceQuestion): Item {
  const { item_id, version_id, category_ids, sku, name, color_name } = row
  const { url_path, thumbnail, launched_on } = row
  const { is_offered, stock, price_rows, offers } = row
  const what = { item_id, version_id, category_ids, sku, name, color_name }
  const about = { ...what, url_path, thumbnail, launched_on }
  const price = priceAt(price_rows, offers, question)
  return { ...about, is_offered, stock, price_rows, offers, price }
}

/** Items by their numbers, priced; a number that is no product is left out. */
export async function findItems(
  db: Database,
  item_ids: readonly number[],
  question: PriceQuestion,
): Promise<Item[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns(sql`${question.province_id}::integer`, question)}
    from ${askedIds(item_ids)} asked ${joinItem(sql.ref('asked.id'))}
  `.execute(db)
  return rows.map((row) => itemOf(row, question))
}

export interface ItemInPlace {
  item_id: number
  province_id: number
}

/** Items as a guest finds them in their provinces, by province_id and item_id; each is read once. */
export async function findItemsIn(
  db: Database,
  wanted: readonly ItemInPlace[],
  now: Date,
): Promise<Map<number, Map<number, Item>>> {
  const found = new Map<number, Map<number, Item>>()
  const different = new Map(wanted.map((one) => [`${one.item_id} ${one.province_id}`, one]))
  if (different.size === 0) return found
  const nobody = { customer_group_id: null, now }
  const asked = [...different.values()]
  const { rows } = await sql<ItemRow & { province_id: number }>`
    select asked.province_id, ${itemColumns(sql.ref('asked.province_id'), nobody)}
    from (select item_id, province_id from unnest(${asked.map((one) => one.item_id)}::bigint[],
      ${asked.map((one) => one.province_id)}::integer[]) as list (item_id, province_id)
      ${asLongAs(asked)}) asked
    ${joinItem(sql.ref('asked.item_id'))}
  `.execute(db)
  for (const row of rows) {
    const { province_id } = row
    const here = found.get(province_id) ?? new Map<number, Item>()
    found.set(province_id, here.set(row.item_id, itemOf(row, { province_id, ...nobody })))
  }
  return found
}

/** The things that promotions of these items may give, as they are in a province, by item_id. */
export async function findGiftItems(
  db: Database,
  items: readonly Item[],
  question: PriceQuestion,
): Promise<Map<number, Item>> {
  const ids = giftItemIds(items)
  if (ids.length === 0) return new Map()
  const gifts = await findItems(db, ids, question)
  return new Map(gifts.map((gift) => [gift.item_id, gift]))
}
