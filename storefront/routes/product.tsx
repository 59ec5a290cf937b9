import { useEffect } from 'react'
import type { ProductCard, ProductPage } from '#contracts/catalog.ts'
import { catalogMeta } from '#storefront/catalog-meta.ts'
import type { PageMeta } from '#storefront/page.ts'
import { LaterView } from '#storefront/widgets/product/later-view.tsx'
import type { StockHere } from '#storefront/widgets/product/shop-stock.tsx'
import { noteViewed } from '#storefront/widgets/recently-viewed/viewed-products.ts'

export interface ProductData {
  product: ProductPage
  similar: ProductCard[]
  /** Where the item named here can be had. */
  stock: StockHere
}

export function meta({ product }: ProductData): PageMeta {
  return catalogMeta(product.meta)
}

export function Page({ data }: { data: ProductData }) {
  const { product_id } = data.product
  useEffect(() => noteViewed(product_id), [product_id])
  return <LaterView data={data} />
}
