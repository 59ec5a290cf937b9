import { sql } from 'kysely'
import type { NeedLink, QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { Database } from '#db/schema.ts'
import { jsonRows } from '#platform/database/json-rows.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'

/** The texts of a category's page, and its needs. */
export interface CategoryTexts {
  description: string
  needs: NeedLink[]
  faq: QuestionAndAnswer[]
}

/** A tag or a brand with its texts. */
export interface CollectionRow extends MetaSource {
  name: string
  key: string
  description: string
  faq: QuestionAndAnswer[]
}

/** Returns the texts of a category, and the needs of its branch in their order, each code once. */
export async function findCategoryTexts(
  db: Database,
  category_id: number,
  branch: readonly number[],
): Promise<CategoryTexts> {
  const { rows } = await sql<CategoryTexts>`
    select category.description,
      ${jsonRows<NeedLink>(sql`
        select code, name, icon from (
          select distinct on (code) code, name, icon, position, need_id from need
          where category_id = any(${branch}::bigint[])
          order by code, position, need_id) each_once
        order by position, need_id`)} as needs,
      ${questions('category', sql.ref('category.category_id'))} as faq
    from category where category_id = ${category_id}
  `.execute(db)
  return rows[0] ?? { description: '', needs: [], faq: [] }
}

export async function findTag(db: Database, tag_key: string): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select tag.name, tag.tag_key as key, tag.description, tag.meta_title, tag.meta_description,
      tag.meta_keyword as keywords, '' as canonical_tag, tag.meta_thumbnail, tag.meta_index,
      tag.meta_follow, ${questions('tag', sql.ref('tag.product_tag_id'))} as faq
    from product_tag tag where tag.tag_key = ${tag_key}
  `.execute(db)
  return rows[0]
}

/** Brands have no metadata of their own: the page uses their name. */
export async function findBrand(db: Database, slug: string): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select brand.name, brand.slug as key, brand.description, '' as meta_title,
      '' as meta_description, '' as keywords, '' as canonical_tag, brand.logo as meta_thumbnail,
      true as meta_index, true as meta_follow, ${questions('brand', sql.ref('brand.brand_id'))} as faq
    from brand where brand.slug = ${slug}
  `.execute(db)
  return rows[0]
}

function questions(kind: string, entity_id: ReturnType<typeof sql.ref>) {
  return jsonRows<QuestionAndAnswer>(sql`
    select faq.question, faq.answer from faq
    where faq.kind = ${kind} and faq.entity_id = ${entity_id}
    order by faq.position`)
}
