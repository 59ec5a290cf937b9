import { loadShelf } from '#storefront/commerce/listing/tag-and-brand-load.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { ShelfData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { listGraph } from '#storefront/seo/structured-data/list-graph.ts'

/** /the-san-pham/{tag_key}: products that somebody put together under a name (contract §3). */
export const page = publicPage<ShelfData>({
  loader: (context) => {
    const tag_key = context.params['tag_key'] ?? ''
    return loadShelf(context, () => context.services.catalog.tag(null, { tag_key }), {
      tag: tag_key,
    })
  },
  tags: () => ['listing', 'content'],
  structured: ({ shelf, list }, shop) => listGraph(shelf, list.listing.products, shop),
})
