import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'

/** The category or tag of a list of posts, with its address. */
export interface HeadingRow extends MetaSource {
  name: string
  path: string
}

export interface PostCategoryRow extends HeadingRow {
  post_category_id: number
  image: string | null
}

export interface AuthorRow {
  author_id: string
  name: string
  bio: string
  image: string | null
  meta_title: string
  meta_description: string
  keywords: string
  meta_thumbnail: string | null
}

/** Returns all categories of posts in their order. There are few. */
export async function listPostCategories(db: Database): Promise<PostCategoryRow[]> {
  const { rows } = await sql<PostCategoryRow>`
    select post_category_id, name, image, '/' || slug.path as path, meta_title, meta_description,
      meta_keyword as keywords, canonical_tag, meta_thumbnail, meta_index, meta_follow
    from post_category
    join slug on slug.kind = 'post_category' and slug.entity_id = post_category_id
      and slug.is_current
    order by position, post_category_id
  `.execute(db)
  return rows
}

export async function findPostTag(
  db: Database,
  post_tag_id: number,
): Promise<HeadingRow | undefined> {
  const { rows } = await sql<HeadingRow>`
    select name, '/' || slug.path as path, meta_title, meta_description,
      meta_keyword as keywords, canonical_tag, meta_thumbnail, meta_index, meta_follow
    from post_tag
    join slug on slug.kind = 'post_tag' and slug.entity_id = post_tag_id and slug.is_current
    where post_tag_id = ${post_tag_id}
  `.execute(db)
  return rows[0]
}

export async function findAuthor(db: Database, uuid: string): Promise<AuthorRow | undefined> {
  const { rows } = await sql<AuthorRow>`
    select author_id, name, bio, image, meta_title, meta_description, meta_keyword as keywords,
      meta_thumbnail
    from author where author_id = ${uuid}::uuid
  `.execute(db)
  return rows[0]
}
