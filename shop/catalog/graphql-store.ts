import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#shop/catalog/json-rows.ts'
import { colorOffers } from '#shop/catalog/listing-store.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'
import type { AttributeRow } from '#shop/catalog/specification.ts'
import type { PriceRow } from '#shop/price/table-price.ts'
import { shopSells } from '#shop/stock/item-store.ts'

/** Which products a GraphQL list takes. Null means "no matter". */
export interface GraphqlQuestion {
  province_id: number
  product_ids: number[] | null
  category_ids: number[] | null
  is_active: boolean
  from: number | null
  to: number | null
  sort: Sort
  page: number
  size: number
}

/** A version or a colour with everything that GraphQL can be asked, but its specification. */
export interface GraphqlRow extends MetaSource {
  product_id: number
  sku: string
  name: string
  url_path: string
  type: 'configurable' | 'simple'
  category_id: number
  parent_id: number | null
  color_name: string | null
  child_product: number[]
  thumbnail: string | null
  stock: number
  views: number
  list_price: number | null
  final_price: number | null
  /** Rows of the colour that the prices above are of: of the country, the province and all groups. */
  price_rows: (PriceRow & { code: string | null })[]
}

/** One page of products and how many there are. */
export async function listProducts(
  db: Database,
  question: GraphqlQuestion,
): Promise<{ total: number; rows: GraphqlRow[] }> {
  const { province_id, from, to, page, size } = question
  const owned = sql`(color.parent_id in (select product_id from target)
    or color.product_id in (select product_id from target))`
  const answer = await sql<{ total: number; rows: GraphqlRow[] }>`
    with target as materialized (
      select product.* from product
      left join product version on version.product_id = product.parent_id
      where ${isAsked(question)}
    ),
    offer as materialized (${colorOffers(owned, province_id)}),
    own as (
      select parent_id as product_id, offer.* from offer union all
      select item_id as product_id, offer.* from offer
    ),
    found as materialized (
      select distinct on (target.product_id) target.product_id, target.position, target.views,
        own.item_id, own.list_price, own.final_price, coalesce(own.shelf, 2) as shelf
      from target left join own using (product_id)
      order by target.product_id, own.shelf, own.final_price, own.item_id
    ), fitting as (
      select * from found
      where ${from === null ? sql`true` : sql`final_price >= ${from}`}
        and ${to === null ? sql`true` : sql`final_price <= ${to}`}
    )
    select (select count(*) from fitting) as total, ${jsonRows<GraphqlRow>(sql`
      select ${columns(province_id)}
      from (select * from fitting order by ${order(question.sort)}
        limit ${size} offset ${(page - 1) * size}) fitting
      join product on product.product_id = fitting.product_id
      left join slug on slug.kind = 'product' and slug.is_current
        and slug.entity_id = coalesce(product.parent_id, product.product_id)
      order by ${order(question.sort)}`)} as rows
  `.execute(db)
  return answer.rows[0] ?? { total: 0, rows: [] }
}

/** The attributes of many products at once; a colour has those of its version. */
export async function listAttributes(
  db: Database,
  product_ids: readonly number[],
): Promise<Map<number, AttributeRow[]>> {
  const { rows } = await sql<AttributeRow & { product_id: number }>`
    select product.product_id, attribute_group.name as group_name, attribute.code, attribute.name,
      attribute.unit, attribute.is_key,
      coalesce(to_json(value_number), to_json(value_boolean), to_json(value_text)) as value
    from product
    join product_attribute on product_attribute.product_id = coalesce(product.parent_id, product.product_id)
    join attribute using (attribute_id)
    join attribute_group using (attribute_group_id)
    where product.product_id = any(${product_ids}::bigint[])
    order by attribute_group.position, attribute.position
  `.execute(db)
  return Map.groupBy(rows, (row) => row.product_id)
}

function isAsked({ product_ids, category_ids, is_active }: GraphqlQuestion): RawBuilder<unknown> {
  const which =
    product_ids === null
      ? sql`product.type = 'configurable'`
      : sql`product.product_id = any(${product_ids}::bigint[])`
  return sql`(product.is_active and coalesce(version.is_active, true)) = ${is_active} and ${which}
    ${category_ids === null ? sql`` : sql`and product.category_id = any(${category_ids}::bigint[])`}`
}

const columns = (province_id: number) => sql`
  product.product_id, product.sku, product.name, coalesce(slug.path, '') as url_path, product.type,
  product.category_id, product.parent_id, product.color_name, product.views,
  product.meta_title, product.meta_description, product.meta_keyword as keywords,
  product.canonical_tag, product.meta_thumbnail, product.meta_index, product.meta_follow,
  fitting.list_price, fitting.final_price,
  array(select child.product_id from product child
    where child.parent_id = product.product_id and child.is_active
    order by child.product_id) as child_product,
  (select media.src from product_media media where media.product_id = fitting.item_id
    order by media.position limit 1) as thumbnail,
  (select coalesce(sum(stock.quantity), 0) from stock join shop on shop.shop_id = stock.shop_id
    where ${shopSells} and stock.product_id = any(product.product_id || array(
      select child.product_id from product child where child.parent_id = product.product_id))) as stock,
  ${jsonRows(sql`
    select price.product_id, price.province_id, price.customer_group_id, price.list_price,
      price.sale_price, customer_group.code
    from price left join customer_group using (customer_group_id)
    where price.product_id = fitting.item_id
      and (price.province_id is null or price.province_id = ${province_id})
    order by price.customer_group_id`)} as price_rows`

function order(sort: Sort): RawBuilder<unknown> {
  const by: Record<Sort, RawBuilder<unknown>> = {
    hot: sql`fitting.position`,
    'price-asc': sql`fitting.final_price`,
    'price-desc': sql`fitting.final_price desc`,
    views: sql`fitting.views desc`,
  }
  return sql`fitting.shelf, ${by[sort]}, fitting.product_id`
}
