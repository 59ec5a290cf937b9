import type { ArticleContent } from '#contracts/staff/offers/articles.ts'
import type { Tx } from '#db/schema.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'
import { readingMinutes, tagNames } from '#shop/content/article/article.ts'
import {
  type ArticleRecord,
  insertVersion,
  listVersions,
  saveEdit,
  slug_kinds,
} from '#shop/content/article/article-store.ts'
import { publishPage, publishPost, setTags } from '#shop/content/article/publication-store.ts'
import { setSlug } from '#shop/content/slug/slug-store.ts'

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
  const slug = { kind: slug_kinds[record.kind], entity_id: record.id, path: content.path }
  if (!(await setSlug(tx, slug))) return null
  await show(tx, record, { content, at, now })
  const by = { at: now, name: staff_name }
  const version = await saveEdit(tx, record, { draft: null, publish_at: null }, by)
  // Versions refer to the row that was just saved.
  await keepFirst(tx, record)
  await insertVersion(tx, record.code, { content, at, staff_name })
  return version
}

/** What was shown before it was written here (the demo, a file) becomes the first version, so that it is not lost. */
async function keepFirst(tx: Tx, record: ArticleRecord): Promise<void> {
  const { code, live, is_active, published_at } = record
  if (!is_active || (await listVersions(tx, code)).length > 0) return
  await insertVersion(tx, code, { content: live, at: published_at, staff_name: '' })
}

type Shown = Omit<Publication, 'staff_name'>

async function show(tx: Tx, record: ArticleRecord, { content, at, now }: Shown): Promise<void> {
  const { kind, id, is_active } = record
  if (kind === 'page') return publishPage(tx, id, content)
  const tags = tagNames(content.tags).map((name) => ({ name, path: `chu-de/${slugify(name)}` }))
  await setTags(tx, id, tags)
  await publishPost(tx, id, {
    content,
    size: articlePicture(content.image),
    reading_minutes: readingMinutes(content.body),
    published_at: is_active ? null : at,
    updated_at: now,
  })
}
