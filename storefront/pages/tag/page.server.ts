import { loadCollection } from '#storefront/commerce/listing/tag-and-brand-load.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { CollectionData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { listGraph } from '#storefront/seo/structured-data/list-graph.ts'

/** /the-san-pham/{tag_key}: the products that staff gave a tag (contract §3). */
export const page = publicPage<CollectionData>({
  loader: (context) => {
    const tag_key = context.params['tag_key'] ?? ''
    return loadCollection(context, () => context.services.catalog.tag(null, { tag_key }), {
      tag: tag_key,
    })
  },
  tags: () => ['listing', 'content'],
  structured: ({ collection, list }, shop) => listGraph(collection, list.listing.products, shop),
})
