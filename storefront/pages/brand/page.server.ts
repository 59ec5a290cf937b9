import { loadShelf } from '#storefront/commerce/listing/tag-and-brand-load.ts'
import { publicPage } from '#storefront/runtime/page.ts'
import type { ShelfData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { listGraph } from '#storefront/seo/structured-data/list-graph.ts'

/** /thuong-hieu/{slug}: everything of a brand. */
export const page = publicPage<ShelfData>({
  loader: (context) => {
    const slug = context.params['slug'] ?? ''
    return loadShelf(context, () => context.services.catalog.brand(null, { slug }), {
      brand: [slug],
    })
  },
  tags: () => ['listing', 'content'],
  structured: ({ shelf, list }, shop) => listGraph(shelf, list.listing.products, shop),
})
