import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { priceAt } from '#shop/pricing/price/price.ts'
import { offersIn } from '#shop/pricing/promotion/promotion-table.ts'
import { loadOffered } from '#shop/search/index/product-store.ts'

const no_province = 0

/** The nationwide price that each colour has for a guest at `now`, for all products or for these versions. */
export async function currentPrices(
  db: Database,
  version_ids: readonly number[] | null,
  now: Date,
): Promise<{ product_id: number; price: number }[]> {
  const category_ids = await categoryPaths(db, version_ids)
  const { colors, table } = await loadOffered(db, version_ids, now)
  const question = { province_id: no_province, customer_group_id: null, now }
  return colors.flatMap(({ item_id, parent_id, list_price, sale_price }) => {
    if (list_price === null) return []
    const product = {
      product_id: item_id,
      version_id: parent_id,
      category_ids: category_ids.get(parent_id) ?? [],
    }
    const row = { product_id: item_id, province_id: null, customer_group_id: null }
    const price = priceAt([{ ...row, list_price, sale_price }], offersIn(table, product), question)
    return price ? [{ product_id: item_id, price: price.final_price }] : []
  })
}

/** The categories of versions, nearest first. */
async function categoryPaths(
  db: Database,
  version_ids: readonly number[] | null,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ product_id: number; path: number[] }>`
    select product.product_id, to_json(category.path) as path
    from product join category using (category_id)
    where product.type = 'configurable' and product.used_of is null
      and ${version_ids === null ? sql`true` : sql`product.product_id = any(${version_ids}::bigint[])`}
  `.execute(db)
  return new Map(rows.map(({ product_id, path }) => [product_id, path.toReversed()]))
}
