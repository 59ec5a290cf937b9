import { loadShelf } from '#storefront/listing-shelf.ts'
import { publicPage } from '#storefront/page.ts'
import type { ShelfData } from '#storefront/shelf-data.ts'
import { listGraph } from '#storefront/structured-data/list-graph.ts'

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
