import { ArticleContent, type ArticleState } from '#contracts/staff/offers/articles.ts'
import type { PreviewNote } from '#contracts/storefront/articles/preview-note.ts'
import { articleParts, wordsOf } from '#pure/formats/article-parts.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import type { ArticleRecord } from '#shop/content/article/article-store.ts'

/** The checkout, mails and the law want these pages: they stay, and stay in the footer. */
const needed_pages = new Set([
  ...['sale-terms', 'delivery', 'payment', 'returns', 'warranty', 'complaints', 'privacy'],
])

export function isNeeded({ page_code }: Pick<ArticleRecord, 'page_code'>): boolean {
  return page_code !== null && needed_pages.has(page_code)
}

/** What the form shows: the draft, or what is published. A draft that this version cannot read is left alone. */
export function contentInWork({ live, draft }: ArticleRecord): ArticleContent {
  return ArticleContent.safeParse(draft).data ?? live
}

export function stateOf(record: ArticleRecord, now: Date): ArticleState {
  const { is_active, published_at, publish_at, draft } = record
  if (publish_at !== null) return 'scheduled'
  if (!is_active) return 'draft'
  if (published_at > now) return 'scheduled'
  return draft === null ? 'published' : 'changed'
}

/** What the preview of an article or a page says about it. */
export function previewNote(record: ArticleRecord, now: Date): PreviewNote {
  const { code, is_active, published_at, publish_at } = record
  const comes_at = publish_at ?? (is_active && published_at > now ? published_at : null)
  return {
    is_draft: stateOf(record, now) !== 'published',
    publish_at: comes_at?.toISOString() ?? null,
    code,
  }
}

/** The first picture that does not say what it shows, or is not one of the shop; null: all are right. */
export function wrongPicture(
  body: string,
): { reason: 'picture_without_words' | 'unknown_picture'; at: string } | null {
  for (const part of articleParts(body)) {
    if (part.kind !== 'picture') continue
    const { href, words } = part.link
    if (wordsOf(words) === '') return { reason: 'picture_without_words', at: href }
    const is_own = articlePicture(href) !== null || /^\/media\/[\w./-]+$/.test(href)
    if (!is_own) return { reason: 'unknown_picture', at: href }
  }
  return null
}

/** The names of tags, each once. */
export function tagNames(tags: string): string[] {
  const names = tags.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Vietnamese is read at this speed. */
const syllables_per_minute = 200

export function readingMinutes(body: string): number {
  return Math.max(1, Math.round(wordsOf(body).split(' ').length / syllables_per_minute))
}
