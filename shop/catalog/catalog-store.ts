import { sql } from 'kysely'
import type { Database, Tables } from '#db/schema.ts'
import type { BrandShare, Category, Tree } from '#shop/catalog/tree.ts'

/** Loads all categories with their addresses and their brands. */
export async function loadTree(db: Database): Promise<Tree> {
  const { rows } = await sql<Category>`
    with shares as (
      select product.category_id, brand.brand_id, brand.name, brand.slug, count(*) as product_count
      from product join brand using (brand_id)
      where product.type = 'configurable' and product.is_active and product.used_of is null
      group by product.category_id, brand.brand_id
    )
    select category.category_id, category.parent_id, category.name, slug.path as url_path,
      category.thumbnail, category.is_in_menu, to_json(category.price_bounds) as price_bounds,
      category.meta_title, category.meta_description, category.meta_keywords,
      category.canonical_tag, category.meta_thumbnail, category.meta_index, category.meta_follow,
      (select coalesce(json_agg(shares), '[]'::json) from shares
       where shares.category_id = category.category_id) as brands
    from category
    join slug on slug.kind = 'category' and slug.entity_id = category.category_id and slug.is_current
    order by category.position, category.category_id
  `.execute(db)
  return new Map(
    rows.map((row) => [row.category_id, { ...row, brands: row.brands.map(brandShare) }]),
  )
}

/** What a root address refers to, and its current address. */
interface SlugRow {
  kind: Tables['slug']['kind'] | 'used_product'
  entity_id: number
  current_path: string
}

/**
 * Finds what a root address refers to. Returns undefined for an unknown address and for an inactive product or post.
 */
export async function findSlug(db: Database, path: string): Promise<SlugRow | undefined> {
  const { rows } = await sql<SlugRow>`
    select case when exists (select from product where requested.kind = 'product'
        and product_id = requested.entity_id and used_of is not null) then 'used_product' else requested.kind end as kind,
      requested.entity_id, current.path as current_path
    from slug requested
    join slug current on current.kind = requested.kind and current.entity_id = requested.entity_id
      and current.is_current
    where requested.path = ${path}
      and (requested.kind <> 'product' or exists (
        select from product where product_id = requested.entity_id and is_active))
      and (requested.kind <> 'post' or exists (
        select from post where post_id = requested.entity_id and is_active))
      and (requested.kind <> 'repair_service' or exists (
        select from repair_service where service_id = requested.entity_id and is_active))
      and (requested.kind not like 'landing%' or exists (
        select from landing_page where landing_page_id = requested.entity_id and is_active))
      and (requested.kind <> 'static_page' or exists (
        select from static_page where static_page_id = requested.entity_id and is_active))
  `.execute(db)
  return rows[0]
}

function brandShare({ brand_id, name, slug, product_count }: BrandShare): BrandShare {
  return { brand_id, name, slug, product_count }
}
