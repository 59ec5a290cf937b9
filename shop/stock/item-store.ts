import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { priceRowsOf } from '#shop/price/price-rows.ts'
import { priceAt, type PriceQuestion, type PriceRow } from '#shop/price/price.ts'
import type { Item } from '#shop/stock/item.ts'

/** A shop that sells: its pieces count. Repair shops hold none for sale. */
export const shopSells = sql`shop.is_active and 'ban-hang' = any(shop.kinds)`

/** The columns of an item, for a query that also says `joinItem`. */
export interface ItemRow extends Omit<Item, 'price'> {
  price_rows: PriceRow[]
}

/** An item's columns beside `joinItem`; `province_id` is a column or a parameter. */
export function itemColumns(
  province_id: RawBuilder<unknown>,
  customer_group_id: number | null,
): RawBuilder<unknown> {
  return sql`
    product.product_id as item_id, product.sku, product.name, product.color_name,
    coalesce(slug.path, '') as url_path,
    (select media.src from product_media media where media.product_id = product.product_id
     order by media.position limit 1) as thumbnail,
    (product.type = 'simple' and product.is_active and coalesce(version.is_active, false)) as is_offered,
    version.launched_on::text as launched_on,
    (select coalesce(sum(stock.quantity), 0) from stock join shop on shop.shop_id = stock.shop_id
     where stock.product_id = product.product_id and ${shopSells}) as stock,
    ${priceRowsOf(sql.ref('product.product_id'), province_id, customer_group_id)} as price_rows`
}

/** Joins items to whatever names them: `item_id` is a column or a parameter. */
export function joinItem(item_id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    join product on product.product_id = ${item_id}
    left join product version on version.product_id = product.parent_id
    left join slug on slug.kind = 'product' and slug.entity_id = product.parent_id and slug.is_current`
}

/** The item of a row, priced. */
export function itemOf(row: ItemRow, question: PriceQuestion): Item {
  const { item_id, sku, name, color_name, url_path, thumbnail, is_offered, launched_on, stock } =
    row
  const price = priceAt(row.price_rows, question)
  const about = { item_id, sku, name, color_name, url_path, thumbnail, launched_on }
  return { ...about, is_offered, stock, price }
}

/** Items by their numbers, priced; a number that is no product is left out. */
export async function findItems(
  db: Database,
  item_ids: readonly number[],
  question: PriceQuestion,
): Promise<Item[]> {
  const { province_id, customer_group_id } = question
  const { rows } = await sql<ItemRow>`
    select ${itemColumns(sql`${province_id}::integer`, customer_group_id)}
    from unnest(${item_ids}::bigint[]) as asked (item_id)
    ${joinItem(sql.ref('asked.item_id'))}
  `.execute(db)
  return rows.map((row) => itemOf(row, question))
}
