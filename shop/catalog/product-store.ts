import { sql } from 'kysely'
import type { ColorVariant, ProductCard, Version } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#shop/catalog/json-rows.ts'
import { cards, colorOffers, offers } from '#shop/catalog/listing-store.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'
import type { AttributeRow } from '#shop/catalog/specification.ts'

/** A version of a product as its page needs it, out of one query. */
export interface ProductRow extends MetaSource {
  product_id: number
  family_id: number
  category_id: number
  name: string
  url_path: string
  brand: string
  brand_id: number
  brand_slug: string
  warranty_months: number
  description: string
  versions: Omit<Version, 'is_current'>[]
  colors: ColorVariant[]
  attributes: AttributeRow[]
}

/** Loads a version that is on sale, with its family, colours and attributes, priced for a province. */
export async function findProduct(
  db: Database,
  product_id: number,
  province_id: number,
): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select product.product_id, product.family_id, product.category_id, product.name,
      slug.path as url_path, brand.name as brand, brand.brand_id, brand.slug as brand_slug,
      product.warranty_months, product.description,
      product.meta_title, product.meta_description, product.meta_keyword as keywords,
      product.canonical_tag, product.meta_thumbnail, product.meta_index, product.meta_follow,
      ${jsonRows<ProductRow['versions'][number]>(versions(province_id))} as versions,
      ${jsonRows<ColorVariant>(colors(province_id))} as colors,
      ${jsonRows<AttributeRow>(attributes)} as attributes
    from product
    join brand using (brand_id)
    join slug on slug.kind = 'product' and slug.entity_id = product.product_id and slug.is_current
    where product.product_id = ${product_id} and product.type = 'configurable' and product.is_active
  `.execute(db)
  return rows[0]
}

/** Products of the category that cost about the same, one per family, those in stock first. */
export async function findSimilar(
  db: Database,
  product_id: number,
  province_id: number,
  size: number,
): Promise<ProductCard[]> {
  const same_category = sql`color.category_id = (select category_id from product where product_id = ${product_id})`
  const { rows } = await sql<{ products: ProductCard[] }>`
    with offer as materialized (${offers(same_category, province_id)}),
    asked as (select family_id, final_price from offer
      right join product on product.product_id = offer.parent_id
      where product.product_id = ${product_id}),
    near as (
      select distinct on (other.family_id) other.product_id, other.position, offer.*,
        abs(offer.final_price - coalesce(asked.final_price, offer.final_price)) as distance
      from offer
      join product other on other.product_id = offer.parent_id and other.is_active
      cross join asked
      where other.family_id <> asked.family_id
      order by other.family_id, offer.shelf, distance, other.product_id
    )
    select ${jsonRows<ProductCard>(
      cards(
        sql`select * from near order by shelf, distance, position, product_id limit ${size}`,
        sql`found.shelf, found.distance, found.position, found.product_id`,
      ),
    )} as products
  `.execute(db)
  return rows[0]?.products ?? []
}

const versions = (province_id: number) => sql`
  select other.product_id, other.version_label as label, '/' || path.path as path,
    offer.final_price as price, coalesce(offer.is_in_stock, false) as is_in_stock
  from product other
  join slug path on path.kind = 'product' and path.entity_id = other.product_id and path.is_current
  left join (${offers(sql`color.family_id = product.family_id`, province_id)}) offer
    on offer.parent_id = other.product_id
  where other.family_id = product.family_id and other.type = 'configurable' and other.is_active
  order by other.product_id`

const colors = (province_id: number) => sql`
  select offer.item_id, color.sku, coalesce(color.color_name, '') as color_name,
    coalesce(color.color_slug, '') as color_slug, color.color_hex,
    offer.list_price as price,
    case when offer.final_price < offer.list_price then offer.final_price end as special_price,
    offer.is_in_stock,
    ${jsonRows(sql`
      select media.src, media.alt, media.width, media.height
      from product_media media where media.product_id = offer.item_id
      order by media.position`)} as pictures
  from (${colorOffers(sql`color.parent_id = product.product_id`, province_id)}) offer
  join product color on color.product_id = offer.item_id
  order by offer.item_id`

const attributes = sql`
  select attribute_group.name as group_name, attribute.code, attribute.name, attribute.unit,
    attribute.is_key,
    coalesce(to_json(value_number), to_json(value_boolean), to_json(value_text)) as value
  from product_attribute
  join attribute using (attribute_id)
  join attribute_group using (attribute_group_id)
  where product_attribute.product_id = product.product_id
  order by attribute_group.position, attribute.position`
