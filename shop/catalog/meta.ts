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

/** Replaces the metadata fields that are empty. */
interface MetaFallback {
  /** The title if meta_title is empty (contract §2). */
  name: string
  /** Address without a leading slash: canonical is {host}/{url_path} (contract §2). */
  url_path: string
  description: string
  image: string | null
}

/** Returns the metadata of a catalogue page, with fallbacks for empty fields (contract §2, §3). */
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

/** Accepts only a path of this shop: with a foreign canonical address search engines would drop the page. */
function canonicalPath(tag: string): string | null {
  return /^\/(?!\/)/.test(tag) ? tag : null
}

/** Returns a row whose canonical_tag is a path, if it was a full address of this shop. */
export function withOwnCanonical<Row extends Pick<MetaSource, 'canonical_tag'>>(
  row: Row,
  public_url: string,
): Row {
  const { canonical_tag } = row
  if (!/^https?:/i.test(canonical_tag) || !URL.canParse(canonical_tag)) return row
  const { host, pathname, search } = new URL(canonical_tag)
  return host === new URL(public_url).host ? { ...row, canonical_tag: pathname + search } : row
}

const max_summary = 160

/** Returns a rich text without its tags, on one line. */
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

/** Returns the beginning of a rich text without its tags, cut between words. */
function summary(rich_text: string): string {
  const text = plainText(rich_text)
  if (text.length <= max_summary) return text
  return `${text.slice(0, max_summary - 1).replace(/\s+\S*$/, '')}…`
}
