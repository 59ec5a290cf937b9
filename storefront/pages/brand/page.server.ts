import { loadCollection } from '#storefront/commerce/listing/tag-and-brand-load.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { CollectionData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { listGraph } from '#storefront/seo/structured-data/list-graph.ts'

/** /thuong-hieu/{slug}: all products of a brand. */
export const page = publicPage<CollectionData>({
  loader: (context) => {
    const slug = context.params['slug'] ?? ''
    return loadCollection(context, () => context.services.catalog.brand(null, { slug }), {
      brand: [slug],
    })
  },
  tags: () => ['listing', 'content'],
  structured: ({ collection, list }, shop) => listGraph(collection, list.listing.products, shop),
})
