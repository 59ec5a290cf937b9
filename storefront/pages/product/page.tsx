import { useEffect } from 'react'
import type { ProductCard, ProductPage } from '#contracts/storefront/catalog.ts'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import { laterView } from '#web/runtime/deferred-view.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { StockHere } from '#storefront/pages/product/stock/shop-stock.tsx'
import { noteViewed } from '#storefront/commerce/recently-viewed/viewed-products.ts'

export interface ProductData {
  product: ProductPage
  similar: ProductCard[]
  /** Where the item named here can be had. */
  stock: StockHere
}

export function meta({ product }: ProductData): PageMeta {
  return { ...catalogMeta(product.meta), og_type: 'product' }
}

export const later = laterView<{ data: ProductData }>(
  async () => (await import('#storefront/pages/product/product-view.tsx')).ProductView,
)

export function Page({ data }: { data: ProductData }) {
  const { product_id } = data.product
  useEffect(() => noteViewed(product_id), [product_id])
  return <later.View data={data} />
}
