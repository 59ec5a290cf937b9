import type { Meta } from '#contracts/storefront/catalog.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** The head of a catalogue page (contract §2, §3). Views of a list with a filter are not indexed. */
export function catalogMeta(meta: Meta, is_filtered = false): PageMeta {
  const index = meta.is_indexed && !is_filtered ? 'index' : 'noindex'
  return {
    title: meta.title,
    description: meta.description,
    keywords: meta.keywords,
    canonical_path: meta.canonical_path,
    image: meta.image,
    robots: `${index}, ${meta.is_followed ? 'follow' : 'nofollow'}`,
  }
}
