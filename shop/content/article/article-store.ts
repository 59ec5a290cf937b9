import { type RawBuilder, sql } from 'kysely'
import type { ArticleContent, ArticleState } from '#contracts/staff/offers/articles.ts'
import type { Database, Tx } from '#db/schema.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'
import { escapeLike } from '#platform/database/escape-like.ts'

/** An article with what is being prepared about it. */
export interface ArticleRecord {
  post_id: number
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

const edit_of_post = sql`left join content_edit edit on edit.code = 'bai-' || post.post_id`
const slug_of_post = sql`left join slug on slug.kind = 'post' and slug.entity_id = post.post_id and slug.is_current`

type Found = Omit<ArticleRecord, 'live'> & ArticleContent

async function findOne(
  db: Database,
  condition: RawBuilder<unknown>,
): Promise<ArticleRecord | undefined> {
  const { rows } = await sql<Found>`
    select post.post_id, post.is_active, post.published_at, edit.draft, edit.publish_at, edit.preview_key,
      edit.preview_until, coalesce(edit.version, 0) as version, edit.changed_by,
      post.title, coalesce(slug.path, '') as path, post.post_category_id, post.author_id, coalesce(post.image, '') as image,
      post.excerpt, post.body, post.meta_title, post.meta_description, post.meta_keyword, post.canonical_tag,
      post.meta_index, post.meta_follow,
      (select coalesce(string_agg(tag.name, ', ' order by tag.post_tag_id), '')
        from post_tag_member join post_tag tag using (post_tag_id)
        where post_tag_member.post_id = post.post_id) as tags
    from post ${edit_of_post} ${slug_of_post} where ${condition}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { post_id, is_active, published_at, draft, publish_at, ...rest } = row
  const { preview_key, preview_until, version, changed_by, ...live } = rest
  const edit = { draft, publish_at, preview_key, preview_until, version, changed_by }
  return { post_id, is_active, published_at, live, ...edit }
}

export function findArticle(db: Database, post_id: number): Promise<ArticleRecord | undefined> {
  return findOne(db, sql`post.post_id = ${post_id}`)
}

/** Finds the article of an open preview. */
export function findArticleByKey(
  db: Database,
  preview_key: string,
  now: Date,
): Promise<ArticleRecord | undefined> {
  return findOne(db, sql`edit.preview_key = ${preview_key} and edit.preview_until > ${now}`)
}

/** Locks an article, so that two people cannot save it at the same time. */
export async function lockArticle(tx: Tx, post_id: number): Promise<ArticleRecord | undefined> {
  await tx.selectFrom('post').select('post_id').where('post_id', '=', post_id).forUpdate().execute()
  return findArticle(tx, post_id)
}

/** The articles whose time has come. */
export async function listDueArticles(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ post_id: number }>`
    select substr(code, 5)::bigint as post_id from content_edit
    where publish_at <= ${now} order by publish_at`.execute(db)
  return rows.map(({ post_id }) => post_id)
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
  { post_id, version }: Pick<ArticleRecord, 'post_id' | 'version'>,
  { draft, ...fields }: EditFields,
  { at: changed_at, name: changed_by }: { at: Date; name: string },
): Promise<number> {
  const drafted = draft === undefined ? {} : { draft: draft && JSON.stringify(draft) }
  const by = { version: version + 1, changed_at, changed_by }
  const changed = { ...fields, ...drafted, ...by }
  const blank = { draft: null, publish_at: null, preview_key: null, preview_until: null }
  await tx
    .insertInto('content_edit')
    .values({ code: `bai-${post_id}`, ...blank, ...changed })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(changed))
    .execute()
  return version + 1
}

/** Begins a post that no shopper sees. */
export async function insertPost(
  tx: Tx,
  {
    title,
    post_category_id,
    author_id,
  }: Pick<ArticleContent, 'title' | 'post_category_id' | 'author_id'>,
  at: Date,
): Promise<number> {
  const times = { published_at: at, updated_at: at }
  const { post_id } = await tx
    .insertInto('post')
    .values({ title, post_category_id, author_id, body: '', is_active: false, ...times })
    .returning('post_id')
    .executeTakeFirstOrThrow()
  return post_id
}

interface Published {
  content: ArticleContent
  size: { width: number; height: number } | null
  reading_minutes: number
  /** When it is shown for the first time; null: it is shown already. */
  published_at: Date | null
  updated_at: Date
}

/** Shows an article to everybody, except for its address and tags. A cover without a new size keeps that of the row. */
export async function publishPost(
  tx: Tx,
  post_id: number,
  { content, size, published_at, ...times }: Published,
): Promise<void> {
  const { path: _path, tags: _tags, image, ...fields } = content
  const sized = size === null ? {} : { image_width: size.width, image_height: size.height }
  await tx
    .updateTable('post')
    .set({ ...fields, image: image || null, ...sized, ...times, is_active: true })
    .set(published_at === null ? {} : { published_at })
    .where('post_id', '=', post_id)
    .execute()
}

export async function hidePost(tx: Tx, post_id: number): Promise<void> {
  await tx.updateTable('post').set({ is_active: false }).where('post_id', '=', post_id).execute()
}

/** Gives an article these tags, made where they do not exist yet. */
export async function setTags(
  tx: Tx,
  post_id: number,
  tags: readonly { name: string; path: string }[],
): Promise<void> {
  await tx.deleteFrom('post_tag_member').where('post_id', '=', post_id).execute()
  for (const { name, path } of tags) {
    const fresh = await tx
      .insertInto('post_tag')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('post_tag_id')
      .executeTakeFirst()
    if (fresh !== undefined) await insertTagPath(tx, fresh.post_tag_id, path)
    await sql`
      insert into post_tag_member (post_tag_id, post_id)
      select post_tag_id, ${post_id} from post_tag where name = ${name}`.execute(tx)
  }
}

/** The address of a new tag. Another one that is written alike has it already: then its number is added. */
async function insertTagPath(tx: Tx, post_tag_id: number, path: string): Promise<void> {
  await sql`
    insert into slug (path, kind, entity_id, is_current)
    select case when exists (select from slug where path = ${path}) then ${path} || '-' || ${post_tag_id}::text
      else ${path} end, 'post_tag', ${post_tag_id}, true`.execute(tx)
}

/** Whether a path is free for this article. */
export async function isPathFree(db: Database, path: string, post_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from slug where path = ${path} and not (kind = 'post' and entity_id = ${post_id})`.execute(
    db,
  )
  return rows.length === 0
}

/** Gives an article its address; the former one then redirects. Returns false if another page has it. */
export async function setPostPath(tx: Tx, post_id: number, path: string): Promise<boolean> {
  await tx
    .updateTable('slug')
    .set({ is_current: false })
    .where('kind', '=', 'post')
    .where('entity_id', '=', post_id)
    .where('path', '<>', path)
    .execute()
  const { rows } = await sql`
    insert into slug (path, kind, entity_id, is_current) values (${path}, 'post', ${post_id}, true)
    on conflict (path) do update set is_current = true where slug.kind = 'post' and slug.entity_id = ${post_id}
    returning path`.execute(tx)
  return rows.length === 1
}

/** Writes down what is published. Returns the number of the version. */
export async function insertVersion(
  tx: Tx,
  post_id: number,
  { content, at, staff_name }: { content: ArticleContent; at: Date; staff_name: string },
): Promise<void> {
  const code = `bai-${post_id}`
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

export async function listVersions(db: Database, post_id: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select number, content ->> 'title' as title, published_at, staff_name from content_version
    where code = ${`bai-${post_id}`} order by number desc limit 50`.execute(db)
  return rows
}

/** What a version was, as it was stored. */
export async function findVersion(db: Database, post_id: number, number: number): Promise<unknown> {
  const row = await db
    .selectFrom('content_version')
    .select('content')
    .where('code', '=', `bai-${post_id}`)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.content
}

/** The categories and authors that an article can have. */
export async function listChoices(db: Database) {
  const [categories, authors] = await Promise.all([
    db
      .selectFrom('post_category')
      .select(['post_category_id', 'name'])
      .orderBy('position')
      .execute(),
    db.selectFrom('author').select(['author_id', 'name']).orderBy('name').execute(),
  ])
  return {
    categories: categories.map(({ post_category_id, name }) => ({
      value: String(post_category_id),
      title: name,
    })),
    authors: authors.map(({ author_id, name }) => ({ value: author_id, title: name })),
  }
}

/** The path of a category, below which its new articles lie. */
export async function findCategoryPath(
  db: Database,
  post_category_id: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('slug')
    .select('path')
    .where('kind', '=', 'post_category')
    .where('entity_id', '=', post_category_id)
    .where('is_current', '=', true)
    .executeTakeFirst()
  return row?.path ?? null
}

interface ListFilter {
  q?: string | undefined
  state?: ArticleState | undefined
  category?: number | undefined
  author?: string | undefined
  sort?: 'title' | 'published' | undefined
}

interface ListedRow {
  post_id: number
  title: string
  path: string
  category: string
  author: string
  state: ArticleState
  at: Date | null
  changed_at: Date
  changed_by: string | null
}

/** As `stateOf` of article.ts. */
const stateAt = (now: Date) => sql`case
  when edit.publish_at is not null then 'scheduled' when not post.is_active then 'draft'
  when post.published_at > ${now} then 'scheduled' when edit.draft is not null then 'changed' else 'published' end`

const title = sql`coalesce(edit.draft ->> 'title', post.title)`

function matches({ q, category, author }: ListFilter): RawBuilder<unknown> {
  const words =
    q === undefined || q === '' ? sql`true` : sql`${title} ilike ${`%${escapeLike(q)}%`}`
  return sql`${words}
    and (${category ?? null}::bigint is null or post.post_category_id = ${category ?? null})
    and (${author ?? null}::uuid is null or post.author_id = ${author ?? null}::uuid)`
}

const sorts = {
  changed: sql`coalesce(edit.changed_at, post.updated_at) desc, post.post_id desc`,
  title: sql`${title}, post.post_id`,
  published: sql`post.published_at desc, post.post_id desc`,
}

/** Returns a page of all articles, with one row more if there is a next page. */
export async function listArticles(
  db: Database,
  filter: ListFilter,
  { now, size, offset }: { now: Date; size: number; offset: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select post.post_id, ${title} as title, coalesce(slug.path, edit.draft ->> 'path', '') as path,
      category.name as category, author.name as author, ${stateAt(now)} as state,
      case when edit.publish_at is not null then edit.publish_at when post.is_active then post.published_at end as at,
      coalesce(edit.changed_at, post.updated_at) as changed_at, edit.changed_by
    from post ${edit_of_post} ${slug_of_post}
      join post_category category using (post_category_id) join author using (author_id)
    where ${matches(filter)} and (${filter.state ?? null}::text is null or ${stateAt(now)} = ${filter.state ?? null})
    order by ${sorts[filter.sort ?? 'changed']} limit ${size + 1} offset ${offset}`.execute(db)
  return rows
}

export function countArticles(
  db: Database,
  filter: ListFilter,
  now: Date,
): Promise<StateCount<ArticleState>[]> {
  const states = ['draft', 'scheduled', 'published', 'changed'] as const
  const rows = sql`from post ${edit_of_post} where ${matches(filter)} and ${stateAt(now)} = one.state`
  return countStates(db, states, rows)
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

/** Whether an article has this picture. */
export async function hasPicture(
  db: Database,
  hash: string,
  post_id: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from picture where hash = ${hash} and subject_kind = 'post'
      and (${post_id}::bigint is null or subject_id = ${post_id}) limit 1`.execute(db)
  return rows.length > 0
}
