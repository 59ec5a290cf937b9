import { sql } from 'kysely'
import type { ArticleContent } from '#contracts/staff/offers/articles.ts'
import type { Database, Tx } from '#db/schema.ts'
import { type TextKey, textKeyOf } from '#shop/content/article/text-key.ts'

/** An article or a static page with what is being prepared about it. */
export interface ArticleRecord extends TextKey {
  /** By which the shop finds a static page that it means; null: an article. */
  page_code: string | null
  is_active: boolean
  published_at: Date
  live: ArticleContent
  /** As it was stored. Null: nothing is being prepared. */
  draft: unknown
  publish_at: Date | null
  preview_key: string | null
  preview_until: Date | null
  /** 0: it was never saved here. */
  version: number
  changed_by: string | null
}

type Found = Omit<ArticleRecord, 'live' | keyof TextKey> & ArticleContent

async function findRow(db: Database, { kind, id }: TextKey): Promise<Found | undefined> {
  const edit = sql`edit.draft, edit.publish_at, edit.preview_key, edit.preview_until,
    coalesce(edit.version, 0) as version, edit.changed_by`
  if (kind === 'page') {
    const { rows } = await sql<Found>`
      select page.code as page_code, page.is_active, page.changed_at as published_at, ${edit},
        page.title, coalesce(slug.path, '') as path, null as post_category_id, null as author_id, page.is_in_footer,
        '' as image, page.summary as excerpt, page.body, page.meta_title, page.meta_description,
        page.meta_keyword, page.canonical_tag, page.meta_index, page.meta_follow, '' as tags
      from static_page page left join content_edit edit on edit.code = 'trang-' || page.static_page_id
        left join slug on slug.kind = 'static_page' and slug.entity_id = page.static_page_id and slug.is_current
      where page.static_page_id = ${id}`.execute(db)
    return rows[0]
  }
  const { rows } = await sql<Found>`
    select null as page_code, post.is_active, post.published_at, ${edit},
      post.title, coalesce(slug.path, '') as path, post.post_category_id, post.author_id, true as is_in_footer,
      coalesce(post.image, '') as image, post.excerpt, post.body, post.meta_title, post.meta_description,
      post.meta_keyword, post.canonical_tag, post.meta_index, post.meta_follow,
      (select coalesce(string_agg(tag.name, ', ' order by tag.post_tag_id), '')
        from post_tag_member join post_tag tag using (post_tag_id)
        where post_tag_member.post_id = post.post_id) as tags
    from post left join content_edit edit on edit.code = 'bai-' || post.post_id
      left join slug on slug.kind = 'post' and slug.entity_id = post.post_id and slug.is_current
    where post.post_id = ${id}`.execute(db)
  return rows[0]
}

/** Finds the article or page that a code names. */
export async function findArticle(db: Database, code: string): Promise<ArticleRecord | undefined> {
  const key = textKeyOf(code)
  if (key === null) return undefined
  const row = await findRow(db, key)
  if (row === undefined) return undefined
  const { page_code, is_active, published_at, draft, publish_at, ...rest } = row
  const { preview_key, preview_until, version, changed_by, ...live } = rest
  const edit = { draft, publish_at, preview_key, preview_until, version, changed_by }
  return { ...key, page_code, is_active, published_at, live, ...edit }
}

/** Finds the article or page of an open preview. */
export async function findArticleByKey(
  db: Database,
  preview_key: string,
  now: Date,
): Promise<ArticleRecord | undefined> {
  const row = await db
    .selectFrom('content_edit')
    .select('code')
    .where('preview_key', '=', preview_key)
    .where('preview_until', '>', now)
    .executeTakeFirst()
  return row === undefined ? undefined : findArticle(db, row.code)
}

/** Locks an article or page, so that two people cannot save it at the same time. */
export async function lockArticle(tx: Tx, code: string): Promise<ArticleRecord | undefined> {
  const key = textKeyOf(code)
  if (key === null) return undefined
  await (
    key.kind === 'article'
      ? sql`select from post where post_id = ${key.id} for update`
      : sql`select from static_page where static_page_id = ${key.id} for update`
  ).execute(tx)
  return findArticle(tx, code)
}

/** The codes of what has come to its time. */
export async function listDueArticles(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('content_edit')
    .select('code')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .execute()
  return rows.map(({ code }) => code)
}

export interface EditFields {
  draft?: ArticleContent | null
  publish_at?: Date | null
  preview_key?: string
  preview_until?: Date
}

/** Stores what is being prepared. Returns the new version. */
export async function saveEdit(
  tx: Tx,
  { code, version }: Pick<ArticleRecord, 'code' | 'version'>,
  { draft, ...fields }: EditFields,
  { at: changed_at, name: changed_by }: { at: Date; name: string },
): Promise<number> {
  const drafted = draft === undefined ? {} : { draft: draft && JSON.stringify(draft) }
  const by = { version: version + 1, changed_at, changed_by }
  const changed = { ...fields, ...drafted, ...by }
  const blank = { draft: null, publish_at: null, preview_key: null, preview_until: null }
  await tx
    .insertInto('content_edit')
    .values({ code, ...blank, ...changed })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(changed))
    .execute()
  return version + 1
}

export const slug_kinds = { article: 'post', page: 'static_page' } as const

/** Whether a path is free for this article or page. */
export async function isPathFree(
  db: Database,
  path: string,
  { kind, id }: Pick<TextKey, 'kind' | 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from slug where path = ${path} and not (kind = ${slug_kinds[kind]} and entity_id = ${id})`.execute(
    db,
  )
  return rows.length === 0
}

/** Writes down what is published. */
export async function insertVersion(
  tx: Tx,
  code: string,
  { content, at, staff_name }: { content: ArticleContent; at: Date; staff_name: string },
): Promise<void> {
  await sql`
    insert into content_version (code, number, content, published_at, staff_name)
    select ${code}, coalesce(max(number), 0) + 1, ${JSON.stringify(content)}::jsonb, ${at}, ${staff_name}
    from content_version where code = ${code}`.execute(tx)
}

interface VersionRow {
  number: number
  title: string
  published_at: Date
  staff_name: string
}

export async function listVersions(db: Database, code: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select number, content ->> 'title' as title, published_at, staff_name from content_version
    where code = ${code} order by number desc limit 50`.execute(db)
  return rows
}

/** What a version was, as it was stored. */
export async function findVersion(db: Database, code: string, number: number): Promise<unknown> {
  const row = await db
    .selectFrom('content_version')
    .select('content')
    .where('code', '=', code)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.content
}

/** A product by its SKU or path. */
export interface NamedProduct {
  word: string
  path: string
  name: string
}

/** Finds products on sale by SKUs and by paths without a slash, former paths too. A colour stands for its version. */
export async function findNamedProducts(
  db: Database,
  words: readonly string[],
): Promise<NamedProduct[]> {
  if (words.length === 0) return []
  const { rows } = await sql<NamedProduct>`
    select named.word, '/' || current.path as path, page.name from (
      select word, coalesce(item.parent_id, item.product_id) as product_id
      from unnest(${[...words]}::text[]) word join product item on item.sku = word
      union
      select word, slug.entity_id from unnest(${[...words]}::text[]) word
        join slug on slug.path = word and slug.kind = 'product'
    ) named
    join product page on page.product_id = named.product_id and page.is_active
    join slug current on current.kind = 'product' and current.entity_id = page.product_id and current.is_current
    `.execute(db)
  return rows
}

/** Whether an article or page has this picture; null: any of them, or a banner. */
export async function hasPicture(
  db: Database,
  hash: string,
  key: Pick<TextKey, 'kind' | 'id'> | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from picture where hash = ${hash} and subject_kind in ('post', 'static_page', 'banner')
      and (${key?.id ?? null}::bigint is null
        or subject_kind = ${key && slug_kinds[key.kind]} and subject_id = ${key?.id ?? null}) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const max_named = 5

/** The titles of the texts, published or prepared, that show a picture which no article or page has any more. */
export async function findTextsWith(db: Database, hash: string): Promise<string[]> {
  if (await hasPicture(db, hash, null)) return []
  const { rows } = await sql<{ title: string }>`
    select distinct title from (
      select title from post where strpos(body, ${hash}) > 0 or strpos(image, ${hash}) > 0
      union all
      select title from static_page where strpos(body, ${hash}) > 0
      union all
      select draft ->> 'title' from content_edit where strpos(draft ->> 'body', ${hash}) > 0
        or strpos(draft ->> 'image', ${hash}) > 0
    ) shown order by title limit ${max_named}`.execute(db)
  return rows.map(({ title }) => title)
}
