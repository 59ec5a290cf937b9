import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { ListingQuestion } from '#contracts/storefront/search.ts'
import type { PublicContext } from '#storefront/runtime/page.ts'

const size = 6

/** Loads what sells best in the shopper's province, for a page that has nothing else to show. */
export async function loadSelling({
  services,
  province_id,
}: PublicContext): Promise<ProductCard[]> {
  const question = { sort: 'selling', in_stock: true, size, with_facets: false, province_id }
  const { products } = await services.search.products(null, ListingQuestion.parse(question))
  return products.map(({ thumbnail, ...card }) => ({
    ...card,
    thumbnail: thumbnail && { ...thumbnail, alt: '', blur: undefined },
  }))
}
