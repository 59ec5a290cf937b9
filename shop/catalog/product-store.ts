import { sql } from 'kysely'
import type { ColorVariant, QuestionAndAnswer, Version } from '#contracts/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#shop/catalog/json-rows.ts'
import { colorOffers, offers } from '#shop/catalog/listing-store.ts'
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
  launched_on: string | null
  faq: QuestionAndAnswer[]
  tags: { name: string; tag_key: string }[]
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
      product.warranty_months, product.description, product.launched_on::text as launched_on,
      product.meta_title, product.meta_description, product.meta_keyword as keywords,
      product.canonical_tag, product.meta_thumbnail, product.meta_index, product.meta_follow,
      ${jsonRows<ProductRow['versions'][number]>(versions(province_id))} as versions,
      ${jsonRows<ColorVariant>(colors(province_id))} as colors,
      ${jsonRows<AttributeRow>(attributes)} as attributes,
      ${jsonRows<QuestionAndAnswer>(questions)} as faq,
      ${jsonRows<ProductRow['tags'][number]>(tags)} as tags
    from product
    join brand using (brand_id)
    join slug on slug.kind = 'product' and slug.entity_id = product.product_id and slug.is_current
    where product.product_id = ${product_id} and product.type = 'configurable' and product.is_active
  `.execute(db)
  return rows[0]
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
    (select coalesce(json_agg(json_strip_nulls(json_build_object('src', media.src, 'alt', media.alt,
        'width', media.width, 'height', media.height,
        'blur', case when media.position = 0 then media.blur end)) order by media.position), '[]'::json)
     from product_media media where media.product_id = offer.item_id) as pictures
  from (${colorOffers(sql`color.parent_id = product.product_id`, province_id)}) offer
  join product color on color.product_id = offer.item_id
  order by offer.item_id`

/** The attributes of `product`, in the order of the table. */
export const attributes = sql`
  select attribute_group.name as group_name, attribute.code, attribute.name, attribute.unit,
    attribute.is_key, attribute.better,
    attribute_group.position * 1000 + attribute.position as position,
    coalesce(to_json(value_number), to_json(value_boolean), to_json(value_text)) as value
  from product_attribute
  join attribute using (attribute_id)
  join attribute_group using (attribute_group_id)
  where product_attribute.product_id = product.product_id
  order by attribute_group.position, attribute.position`

const questions = sql`
  select faq.question, faq.answer from faq
  where faq.kind = 'product' and faq.entity_id = product.product_id
  order by faq.position`

const tags = sql`
  select product_tag.name, product_tag.tag_key
  from product_tag_member member join product_tag using (product_tag_id)
  where member.product_id = product.product_id
  order by product_tag.product_tag_id`
