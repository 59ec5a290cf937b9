import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'

/** One row on a desktop. With fewer products the block is not shown. */
const MIN_PRODUCTS = 5

/** The products with the largest discount that are in stock in the shopper's province. */
export function HomeDeals({ products }: { products: readonly ProductCard[] }) {
  if (products.length < MIN_PRODUCTS) return null
  return (
    <section className="deals-band">
      <h2 className="text-xl text-white md:text-2xl">Đang giảm sâu</h2>
      <ProductSlider products={products} label="Đang giảm sâu" />
    </section>
  )
}
