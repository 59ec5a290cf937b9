import { sql, type RawBuilder } from 'kysely'
import type { Sort } from '#contracts/storefront/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#platform/database/json-rows.ts'
import { groupedPriceRows } from '#shop/views/catalog/color-store.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'
import type { AttributeRow } from '#shop/catalog/specification.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { no_offers, offersOf } from '#shop/pricing/promotion/offer-rows.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** The filter of a GraphQL list of products. Null means no filter. */
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

/** A colour whose price a product may show, with the rows from which it is calculated. */
export interface GraphqlColor {
  item_id: number
  is_in_stock: boolean
  launched_on: string | null
  thumbnail: string | null
  price_rows: PriceRow[]
  offers: Offers
}

/** A version or a colour with all fields of GraphQL except its specification. */
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
  stock: number
  views: number
  position: number
  /** Active colours of a version; a colour has only itself. */
  colors: GraphqlColor[]
}

/** Returns the ids of products by id or of inactive products, in the shop's own order. */
export async function findProductIds(db: Database, question: GraphqlQuestion): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select product.product_id from product
    left join product version on version.product_id = product.parent_id
    where ${matchesFilter(question)}
    order by product.position, product.product_id limit ${max_ids}
  `.execute(db)
  return rows.map((row) => row.product_id)
}

/** Maximum number of inactive products in a list. */
const max_ids = 5_000

/** Loads products by id, in the order of `product_ids`. */
export async function loadProducts(
  db: Database,
  product_ids: readonly number[],
  { province_id, now }: { province_id: number; now: Date },
): Promise<GraphqlRow[]> {
  const { rows } = await sql<GraphqlRow>`
    select product.product_id, product.sku, product.name, coalesce(slug.path, '') as url_path,
      product.type, product.category_id, product.parent_id, product.color_name, product.views,
      product.position,
      product.meta_title, product.meta_description, product.meta_keyword as keywords,
      product.canonical_tag, product.meta_thumbnail, product.meta_index, product.meta_follow,
      array(select child.product_id from product child
        where child.parent_id = product.product_id and child.is_active
        order by child.product_id) as child_product,
      (select coalesce(sum(stock.quantity), 0) from stock join shop on shop.shop_id = stock.shop_id
        where ${shopSells} and stock.product_id = any(product.product_id || array(
          select child.product_id from product child where child.parent_id = product.product_id))) as stock,
      ${jsonRows<GraphqlColor>(colors(province_id, now))} as colors
    from unnest(${product_ids}::bigint[]) with ordinality as requested (product_id, position)
    join product on product.product_id = requested.product_id
    join category on category.category_id = product.category_id
    left join slug on slug.kind = 'product' and slug.is_current
      and slug.entity_id = coalesce(product.parent_id, product.product_id)
    order by requested.position
  `.execute(db)
  return rows
}

const colors = (province_id: number, now: Date) => sql`
  select color.product_id as item_id,
    exists (select from stock join shop on shop.shop_id = stock.shop_id
      where stock.product_id = color.product_id and stock.quantity > 0 and ${shopSells}) as is_in_stock,
    (select version.launched_on::text from product version
      where version.product_id = color.parent_id) as launched_on,
    (select media.src from product_media media where media.product_id = color.product_id
      order by media.position limit 1) as thumbnail,
    ${groupedPriceRows(sql.ref('color.product_id'), province_id)} as price_rows,
    case when color.used_of is null then ${offersOf(
      {
        product_id: sql.ref('color.product_id'),
        version_id: sql.ref('color.parent_id'),
        category_path: sql.ref('category.path'),
      },
      now,
    )} else ${no_offers} end as offers
  from product color
  where color.type = 'simple' and color.is_active
    and product.product_id in (color.parent_id, color.product_id)
  order by color.product_id`

/** Returns the attributes of many products by product id; a colour has those of its version. */
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

function matchesFilter({
  product_ids,
  category_ids,
  is_active,
}: GraphqlQuestion): RawBuilder<unknown> {
  const which =
    product_ids === null
      ? sql`product.type = 'configurable' and product.used_of is null`
      : sql`product.product_id = any(${product_ids}::bigint[])`
  return sql`(product.is_active and coalesce(version.is_active, true)) = ${is_active} and ${which}
    ${category_ids === null ? sql`` : sql`and product.category_id = any(${category_ids}::bigint[])`}`
}
