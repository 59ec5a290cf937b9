import type { PostList } from '#contracts/storefront/content.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'

/** Head of a list of articles; pages after the first have their number in the title and are not indexed. */
export function postListMeta({ meta, page }: PostList): PageMeta {
  const head = catalogMeta(meta, page > 1)
  return page > 1 ? { ...head, title: `${meta.title} - Trang ${page}` } : head
}
