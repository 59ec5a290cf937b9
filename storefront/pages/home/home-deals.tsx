import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'

/** Fewer than a row on a desktop shows would look like a leftover. */
const FEWEST = 5

/** What is reduced most in the shopper's province and can be had there. */
export function HomeDeals({ products }: { products: readonly ProductCard[] }) {
  if (products.length < FEWEST) return null
  return (
    <section className="deals-band">
      <h2 className="text-xl text-white md:text-2xl">Đang giảm sâu</h2>
      <ProductSlider products={products} label="Đang giảm sâu" />
    </section>
  )
}
