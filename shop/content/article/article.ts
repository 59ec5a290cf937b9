import { ArticleContent, type ArticleState } from '#contracts/staff/offers/articles.ts'
import { articleParts, wordsOf } from '#pure/formats/article-parts.ts'
import { articlePicture } from '#pure/formats/article-picture.ts'
import type { ArticleRecord } from '#shop/content/article/article-store.ts'

/** The number of the post that a code names; null: it names none. */
export function postIdOf(code: string): number | null {
  const [, digits] = /^bai-([1-9]\d{0,14})$/.exec(code) ?? []
  return digits === undefined ? null : Number(digits)
}

export function codeOf(post_id: number): string {
  return `bai-${post_id}`
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
