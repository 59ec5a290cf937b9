import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { MetaSource } from '#shop/catalog/meta.ts'

/** A post as a list shows it. */
export interface PostCardRow {
  post_id: number
  title: string
  path: string
  image: string | null
  image_width: number | null
  image_height: number | null
  excerpt: string
  category_name: string
  category_path: string
  published_at: Date
}

/** A post as its page needs it. */
export interface PostRow extends PostCardRow, MetaSource {
  body: string
  reading_minutes: number
  updated_at: Date
  author_id: string
  author_name: string
  author_bio: string
  author_image: string | null
  tags: { name: string; path: string }[]
}

/** Which posts a list contains. */
export type PostFilter =
  | { post_category_id: number }
  | { post_category: string }
  | { post_tag_id: number }
  | { author_id: string }
  | 'all'

const card_columns = sql`post.post_id, post.title, '/' || slug.path as path, post.image,
  post.image_width, post.image_height, post.excerpt, category.name as category_name,
  '/' || category_slug.path as category_path, post.published_at`

const posts_with_category = sql`post
  join slug on slug.kind = 'post' and slug.entity_id = post.post_id and slug.is_current
  join post_category category using (post_category_id)
  join slug category_slug on category_slug.kind = 'post_category'
    and category_slug.entity_id = category.post_category_id and category_slug.is_current`

/** The condition for published posts: active, and with a publication time that has come. */
const isPublished = (now: Date) => sql`post.is_active and post.published_at <= ${now}`

/** Returns one page of the posts of a list, newest first. */
export async function listPosts(
  db: Database,
  filter: PostFilter,
  now: Date,
  { page, size }: { page: number; size: number },
): Promise<PostCardRow[]> {
  const { rows } = await sql<PostCardRow>`
    select ${card_columns} from ${posts_with_category}
    where ${isPublished(now)} and ${belongsTo(filter)}
    order by post.published_at desc, post.post_id desc
    limit ${size} offset ${(page - 1) * size}
  `.execute(db)
  return rows
}

export async function countPosts(db: Database, filter: PostFilter, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from post where ${isPublished(now)} and ${belongsTo(filter)}
  `.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns the newest `size` posts of every category. */
export async function listNewestOfCategories(
  db: Database,
  now: Date,
  size: number,
): Promise<PostCardRow[]> {
  const { rows } = await sql<PostCardRow>`
    select * from (
      select ${card_columns}, row_number() over (partition by post.post_category_id
        order by post.published_at desc, post.post_id desc) as turn
      from ${posts_with_category} where ${isPublished(now)}
    ) ranked
    where turn <= ${size} order by published_at desc, post_id desc
  `.execute(db)
  return rows
}

/** Finds a published post. */
export async function findPost(
  db: Database,
  post_id: number,
  now: Date,
): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select ${card_columns}, post.body, post.reading_minutes, post.updated_at,
      post.meta_title, post.meta_description, post.meta_keyword as keywords, post.canonical_tag,
      post.meta_thumbnail, post.meta_index, post.meta_follow,
      author.author_id, author.name as author_name, author.bio as author_bio,
      author.image as author_image,
      (select coalesce(json_agg(json_build_object('name', tag.name, 'path', '/' || tag_slug.path)
          order by tag.post_tag_id), '[]')
        from post_tag_member member join post_tag tag using (post_tag_id)
        join slug tag_slug on tag_slug.kind = 'post_tag' and tag_slug.is_current
          and tag_slug.entity_id = tag.post_tag_id
        where member.post_id = post.post_id) as tags
    from ${posts_with_category} join author using (author_id)
    where post.post_id = ${post_id} and ${isPublished(now)}
  `.execute(db)
  return rows[0]
}

/** Returns related posts: those with most tags in common first, then those of its category, then the newest. */
export async function listRelated(
  db: Database,
  post_id: number,
  now: Date,
  size: number,
): Promise<PostCardRow[]> {
  const { rows } = await sql<PostCardRow>`
    select ${card_columns} from ${posts_with_category}
    where ${isPublished(now)} and post.post_id <> ${post_id}
    order by (select count(*) from post_tag_member mine
        join post_tag_member theirs using (post_tag_id)
        where mine.post_id = ${post_id} and theirs.post_id = post.post_id) desc,
      post.post_category_id = (select post_category_id from post where post_id = ${post_id}) desc,
      post.published_at desc, post.post_id desc
    limit ${size}
  `.execute(db)
  return rows
}

function belongsTo(filter: PostFilter): RawBuilder<unknown> {
  if (filter === 'all') return sql`true`
  if ('post_category_id' in filter) return sql`post.post_category_id = ${filter.post_category_id}`
  if ('post_category' in filter) {
    return sql`post.post_category_id = (select entity_id from slug
      where kind = 'post_category' and is_current and path = ${filter.post_category})`
  }
  if ('author_id' in filter) return sql`post.author_id = ${filter.author_id}::uuid`
  return sql`exists (select from post_tag_member member
    where member.post_id = post.post_id and member.post_tag_id = ${filter.post_tag_id})`
}
