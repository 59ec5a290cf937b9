import type { UsedProductData } from '#storefront/pages/used-product/page.tsx'
import { notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import { usedProductGraph } from '#storefront/seo/structured-data/used-graph.ts'

/** Loads a used version with its devices. */
export async function loadUsedProduct(
  version_id: number,
  { province_id, services }: PublicContext,
): Promise<UsedProductData> {
  const [product, { terms }] = await Promise.all([
    services.used.product(null, { version_id, province_id }),
    services.returns.returnTerms(null, {}),
  ])
  return { product, terms }
}

/** Used versions have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<UsedProductData>({
  loader: () => Promise.resolve(notFound),
  tags: ({ product: { version_id, new_goods } }) => [
    ...[`product:${version_id}`, `product:${new_goods.product_id}`],
    'locations',
  ],
  structured: ({ product }, shop) => usedProductGraph(product, shop),
})
