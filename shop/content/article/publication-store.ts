import { sql } from 'kysely'
import { isMadeBy, type Pressed } from '#shop/change-log/change-rows.ts'
import type { ArticleContent } from '#contracts/staff/offers/articles.ts'
import type { Tx } from '#db/schema.ts'
import type { TextKey } from '#shop/content/article/text-key.ts'

export interface Begun {
  title: string
  post_category_id: number
  author_id: string
}

/** The id of an equal post that the same person began a moment ago and has not written yet; null if none. */
export async function findTwinPost(
  tx: Tx,
  { title, post_category_id, author_id }: Begun,
  pressed: Pressed,
): Promise<number | null> {
  const { rows } = await sql<{ post_id: number }>`
    select post_id from post join content_edit edit on edit.code = 'bai-' || post_id
    where title = ${title} and post_category_id = ${post_category_id} and author_id = ${author_id}
      and not is_active and edit.version = 1 and edit.changed_at > ${pressed.since}
      and ${isMadeBy(pressed, 'content_edit', sql`edit.code`)}
    limit 1`.execute(tx)
  return rows[0]?.post_id ?? null
}

/** The same for a static page. */
export async function findTwinPage(
  tx: Tx,
  title: string,
  pressed: Pressed,
): Promise<number | null> {
  const { rows } = await sql<{ static_page_id: number }>`
    select static_page_id from static_page page
      join content_edit edit on edit.code = 'trang-' || static_page_id
    where title = ${title} and not is_active and edit.version = 1
      and edit.changed_at > ${pressed.since} and ${isMadeBy(pressed, 'content_edit', sql`edit.code`)}
    limit 1`.execute(tx)
  return rows[0]?.static_page_id ?? null
}

/** Begins a post that no shopper sees. */
export async function insertPost(
  tx: Tx,
  { title, post_category_id, author_id }: Begun,
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

/** Begins a static page that no shopper sees. Its code says which it is, whatever becomes of its title. */
export async function insertPage(
  tx: Tx,
  { title, code }: { title: string; code: string },
  at: Date,
): Promise<number> {
  // Two tabs with one title at once get two codes.
  await sql`lock table static_page in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ static_page_id: number }>`
    insert into static_page (code, title, body, is_active, changed_at, position)
    select case when exists (select from static_page where code = ${code})
        then ${code} || '-' || (select max(static_page_id) + 1 from static_page) else ${code} end,
      ${title}, '', false, ${at}, (select coalesce(max(position), 0) + 1 from static_page)
    returning static_page_id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('no page was inserted')
  return row.static_page_id
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
  const { path: _path, tags: _tags, is_in_footer: _footer, image, ...rest } = content
  const { post_category_id, author_id, ...fields } = rest
  if (post_category_id === null || author_id === null) throw new RangeError('no category or author')
  const sized = size === null ? {} : { image_width: size.width, image_height: size.height }
  await tx
    .updateTable('post')
    .set({
      ...fields,
      post_category_id,
      author_id,
      image: image || null,
      ...sized,
      ...times,
      is_active: true,
    })
    .set(published_at === null ? {} : { published_at })
    .where('post_id', '=', post_id)
    .execute()
}

/** Shows a static page to everybody, except for its address. */
export async function publishPage(
  tx: Tx,
  static_page_id: number,
  { excerpt: summary, ...content }: ArticleContent,
): Promise<void> {
  const { title, body, is_in_footer, meta_title, meta_description, meta_keyword } = content
  const { canonical_tag, meta_index, meta_follow } = content
  const meta = {
    meta_title,
    meta_description,
    meta_keyword,
    canonical_tag,
    meta_index,
    meta_follow,
  }
  await tx
    .updateTable('static_page')
    .set({ title, summary, body, is_in_footer, ...meta, is_active: true })
    .where('static_page_id', '=', static_page_id)
    .execute()
}

/** Takes an article or page away from shoppers. */
export async function hideText(tx: Tx, { kind, id }: TextKey): Promise<void> {
  await (
    kind === 'article'
      ? sql`update post set is_active = false where post_id = ${id}`
      : sql`update static_page set is_active = false where static_page_id = ${id}`
  ).execute(tx)
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
