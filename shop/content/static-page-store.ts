import { sql } from 'kysely'
import type { StaticLink } from '#contracts/storefront/static-pages.ts'
import type { Database } from '#db/schema.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'

export interface StaticPageRow extends MetaSource, StaticLink {
  summary: string
  body: string
  changed_at: Date
}

/** Finds a static page that shoppers may see. */
export async function findStaticPage(
  db: Database,
  static_page_id: number,
): Promise<StaticPageRow | undefined> {
  const { rows } = await sql<StaticPageRow>`
    select code, title as name, '/' || slug.path as path, summary, body, changed_at,
      meta_title, meta_description, meta_keyword as keywords, canonical_tag, meta_thumbnail,
      meta_index, meta_follow
    from static_page
    join slug on slug.kind = 'static_page' and slug.entity_id = static_page_id and slug.is_current
    where static_page_id = ${static_page_id} and is_active
  `.execute(db)
  return rows[0]
}

/** Returns the pages that the footer names. */
export async function listStaticLinks(db: Database): Promise<StaticLink[]> {
  const { rows } = await sql<StaticLink>`
    select code, title as name, '/' || slug.path as path
    from static_page
    join slug on slug.kind = 'static_page' and slug.entity_id = static_page_id and slug.is_current
    where is_active and is_in_footer
    order by position, static_page_id
  `.execute(db)
  return rows
}
