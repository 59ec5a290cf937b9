import type { ArticleContent } from '#contracts/staff/offers/articles.ts'
import type { Tx } from '#db/schema.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { readingMinutes, tagNames } from '#shop/content/article/article.ts'
import {
  type ArticleRecord,
  insertVersion,
  publishPost,
  saveEdit,
  setPostPath,
  setTags,
} from '#shop/content/article/article-store.ts'

interface Publication {
  content: ArticleContent
  /** When shoppers are meant to see it first. */
  at: Date
  now: Date
  staff_name: string
}

/**
 * Shows content to everybody and writes the version down, in the transaction of a write. The draft is gone with it.
 * Returns the new version number; null: another page has the address.
 */
export async function publish(
  tx: Tx,
  record: ArticleRecord,
  { content, at, now, staff_name }: Publication,
): Promise<number | null> {
  const { post_id, is_active } = record
  if (!(await setPostPath(tx, post_id, content.path))) return null
  const tags = tagNames(content.tags).map((name) => ({ name, path: `chu-de/${slugify(name)}` }))
  await setTags(tx, post_id, tags)
  await publishPost(tx, post_id, {
    content,
    size: articlePicture(content.image),
    reading_minutes: readingMinutes(content.body),
    published_at: is_active ? null : at,
    updated_at: now,
  })
  const by = { at: now, name: staff_name }
  const version = await saveEdit(tx, record, { draft: null, publish_at: null }, by)
  await insertVersion(tx, post_id, { content, at, staff_name })
  return version
}
