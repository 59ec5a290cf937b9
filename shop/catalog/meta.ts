import type { Meta } from '#contracts/storefront/catalog.ts'

/** The metadata columns that products, categories and tags share (contract §3). */
export interface MetaSource {
  meta_title: string
  meta_description: string
  keywords: string
  canonical_tag: string
  meta_thumbnail: string | null
  meta_index: boolean
  meta_follow: boolean
}

/** What stands in for the fields that nobody filled. */
export interface MetaFallback {
  /** The name of the thing: the title when meta_title is empty (contract §2). */
  name: string
  /** Address without a slash in front: canonical is {host}/{url_path} (contract §2). */
  url_path: string
  description: string
  image: string | null
}

/** The head of a catalogue page, with its fallbacks (contract §2, §3). */
export function metaOf(source: MetaSource, fallback: MetaFallback): Meta {
  return {
    title: source.meta_title || fallback.name,
    description: source.meta_description || summary(fallback.description),
    keywords: source.keywords,
    canonical_path: canonicalPath(source.canonical_tag) ?? `/${fallback.url_path}`,
    image: source.meta_thumbnail ?? fallback.image,
    is_indexed: source.meta_index,
    is_followed: source.meta_follow,
  }
}

/** Only a path of this shop is taken: a foreign canonical would give the page away. */
function canonicalPath(tag: string): string | null {
  return /^\/(?!\/)/.test(tag) ? tag : null
}

const longest_summary = 160

/** A rich text without its tags, on one line. */
export function plainText(rich_text: string): string {
  return rich_text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ([.,])/g, '$1')
}

/** The first words of a rich text, without its tags. */
function summary(rich_text: string): string {
  const text = plainText(rich_text)
  if (text.length <= longest_summary) return text
  return `${text.slice(0, longest_summary - 1).replace(/\s+\S*$/, '')}…`
}
