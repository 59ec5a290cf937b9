import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '#db/schema.ts'

export interface CategoryRow {
  category_id: number
  parent_id: number | null
  name: string
  /** Address without a leading slash. */
  url_path: string
  thumbnail: string | null
  price_bounds: number[]
}

interface BrandRow {
  brand_id: number
  name: string
  slug: string
}

export interface AttributeRow {
  attribute_id: number
  code: string
  name: string
  unit: string | null
  data_type: 'text' | 'number' | 'boolean'
  is_filterable: boolean
  facet_bounds: number[]
}

/** One condition of a need: on an attribute or on the price. */
export type NeedCondition = Selectable<Tables['need']>['conditions'][number]

export interface NeedRow {
  need_id: number
  code: string
  category_id: number
  name: string
  icon: string
  conditions: NeedCondition[]
  words: string[]
}

interface TagRow {
  product_tag_id: number
  tag_key: string
  name: string
}

/** The tables that products refer to, each list in the order in which it is shown. */
export interface Taxonomy {
  categories: CategoryRow[]
  brands: BrandRow[]
  attributes: AttributeRow[]
  needs: NeedRow[]
  tags: TagRow[]
}

/** The attributes that lists use: filters, and those in conditions of needs. Others are not loaded. */
export const attributesInUse = sql`
  select attribute_id from attribute where is_filterable
  union
  select attribute.attribute_id
  from need, jsonb_array_elements(need.conditions) as condition
  join attribute on attribute.code = condition->>'attribute'`

/** Reads the tables that products refer to. */
export async function loadTaxonomy(db: Database): Promise<Taxonomy> {
  const categories = await sql<CategoryRow>`
    select category.category_id, category.parent_id, category.name, slug.path as url_path,
      category.thumbnail, to_json(category.price_bounds) as price_bounds
    from category
    join slug on slug.kind = 'category' and slug.entity_id = category.category_id and slug.is_current
    order by category.position, category.category_id
  `.execute(db)
  const brands = await sql<BrandRow>`
    select brand_id, name, slug from brand order by slug
  `.execute(db)
  const attributes = await sql<AttributeRow>`
    select attribute.attribute_id, attribute.code, attribute.name, attribute.unit,
      attribute.data_type, attribute.is_filterable, to_json(attribute.facet_bounds) as facet_bounds
    from attribute join attribute_group using (attribute_group_id)
    where attribute.attribute_id in (${attributesInUse})
    order by attribute_group.position, attribute.position, attribute.attribute_id
  `.execute(db)
  const needs = await sql<NeedRow>`
    select need_id, code, category_id, name, icon, conditions, words
    from need order by position, need_id
  `.execute(db)
  const tags = await sql<TagRow>`
    select product_tag_id, tag_key, name from product_tag order by product_tag_id
  `.execute(db)
  return {
    categories: categories.rows,
    brands: brands.rows,
    attributes: attributes.rows,
    needs: needs.rows,
    tags: tags.rows,
  }
}
