import { type RawBuilder, sql } from 'kysely'
import type { ArticleState } from '#contracts/staff/offers/articles.ts'
import type { Database } from '#db/schema.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'

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

interface ListedPage extends Omit<ListedRow, 'post_id' | 'category' | 'author'> {
  static_page_id: number
  is_in_footer: boolean
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

const edit_of_post = sql`left join content_edit edit on edit.code = 'bai-' || post.post_id`
const slug_of_post = sql`left join slug on slug.kind = 'post' and slug.entity_id = post.post_id and slug.is_current`
const title = sql`coalesce(edit.draft ->> 'title', post.title)`

/** Whether a title has what was typed, with marks or without. */
function named(column: RawBuilder<unknown>, q: string | undefined): RawBuilder<unknown> {
  if (q === undefined || q === '') return sql`true`
  return sql`strpos(without_marks(${column}), without_marks(${q})) > 0`
}

function matches({ q, category, author }: ListFilter): RawBuilder<unknown> {
  return sql`${named(title, q)}
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

/** All static pages in the sequence of the footer: there are few. */
export async function listPages(db: Database, q: string | undefined): Promise<ListedPage[]> {
  const name = sql`coalesce(edit.draft ->> 'title', page.title)`
  const { rows } = await sql<ListedPage>`
    select page.static_page_id, ${name} as title, coalesce(slug.path, edit.draft ->> 'path', '') as path,
      page.is_in_footer, case when edit.publish_at is not null then 'scheduled' when not page.is_active then 'draft'
        when edit.draft is not null then 'changed' else 'published' end as state,
      coalesce(edit.publish_at, case when page.is_active then page.changed_at end) as at,
      coalesce(edit.changed_at, page.changed_at) as changed_at, edit.changed_by
    from static_page page left join content_edit edit on edit.code = 'trang-' || page.static_page_id
      left join slug on slug.kind = 'static_page' and slug.entity_id = page.static_page_id and slug.is_current
    where ${named(name, q)}
    order by not page.is_in_footer, page.position, page.static_page_id`.execute(db)
  return rows
}
