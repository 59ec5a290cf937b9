import { sql } from 'kysely'
import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { ProductView, QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { Database } from '#db/schema.ts'
import { type ColorRow, colorRows } from '#shop/views/catalog/color-store.ts'
import { jsonRows } from '#platform/database/json-rows.ts'
import { attributeRows } from '#shop/catalog/attribute-rows.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'
import type { AttributeRow } from '#shop/catalog/specification.ts'
import { deliveryTerms } from '#shop/delivery/delivery-rows.ts'

/** A version of a product as its page needs it, read by one query. */
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
  /** All active versions of its family, including itself. */
  versions: { product_id: number; label: string; path: string }[]
  colors: ColorRow[]
  category_path: number[]
  delivery: DeliveryTerms
  attributes: AttributeRow[]
  /** The turn of the product and the picture of its box, where there are. */
  views: ProductView[]
}

/** Loads an active version with its family, colours and attributes, and the rows for its prices in a province. */
export async function findProduct(
  db: Database,
  product_id: number,
  { province_id, now }: { province_id: number; now: Date },
): Promise<ProductRow | undefined> {
  const { rows } = await sql<ProductRow>`
    select product.product_id, product.family_id, product.category_id, product.name,
      slug.path as url_path, brand.name as brand, brand.brand_id, brand.slug as brand_slug,
      product.warranty_months, product.description, product.launched_on::text as launched_on,
      product.meta_title, product.meta_description, product.meta_keyword as keywords,
      product.canonical_tag, product.meta_thumbnail, product.meta_index, product.meta_follow,
      to_json(category.path) as category_path, ${deliveryTerms} as delivery,
      ${jsonRows<ProductRow['versions'][number]>(versions)} as versions,
      ${jsonRows<ColorRow>(colorRows(province_id, now))} as colors,
      ${jsonRows<AttributeRow>(attributeRows)} as attributes,
      ${jsonRows<ProductView>(views)} as views,
      ${jsonRows<QuestionAndAnswer>(questions)} as faq,
      ${jsonRows<ProductRow['tags'][number]>(tags)} as tags
    from product
    join brand using (brand_id)
    join category on category.category_id = product.category_id
    join slug on slug.kind = 'product' and slug.entity_id = product.product_id and slug.is_current
    where product.product_id = ${product_id} and product.type = 'configurable' and product.is_active
      and product.used_of is null
  `.execute(db)
  return rows[0]
}

const versions = sql`
  select other.product_id, other.version_label as label, '/' || path.path as path
  from product other
  join slug path on path.kind = 'product' and path.entity_id = other.product_id and path.is_current
  where other.family_id = product.family_id and other.type = 'configurable' and other.is_active
    and other.used_of is null
  order by other.product_id`

const views = sql`
  select media.kind, media.src, media.alt, media.width, media.height,
    coalesce(color.color_name, '') as color_name
  from product_media media
  join product color on color.product_id = media.product_id and color.type = 'simple'
  where color.parent_id = product.product_id and media.kind <> 'picture' order by media.position, color.product_id`

const questions = sql`
  select faq.question, faq.answer from faq
  where faq.kind = 'product' and faq.entity_id = product.product_id
  order by faq.position`

const tags = sql`
  select product_tag.name, product_tag.tag_key
  from product_tag_member member join product_tag using (product_tag_id)
  where member.product_id = product.product_id
  order by product_tag.product_tag_id`
