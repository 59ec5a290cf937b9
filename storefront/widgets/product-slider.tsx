import type { ProductCard as Card } from '#contracts/catalog.ts'
import { Slider } from '#storefront/ui/slider.tsx'
import { ProductCard } from '#storefront/widgets/product-card.tsx'

/** How wide a card stands in a row: two and a bit on a phone, five on a desktop. */
export const sliderCard =
  'w-[44%] shrink-0 snap-start sm:w-[30%] md:w-[calc((100%-56px)/4)] lg:w-[calc((100%-72px)/5)]'

/** Cards side by side, swept sideways. */
export function ProductSlider({ products, label }: { products: readonly Card[]; label: string }) {
  return (
    <Slider label={label} overflows={products.length > 5}>
      {products.map((card) => (
        <li key={card.product_id} className={sliderCard}>
          <ProductCard card={card} />
        </li>
      ))}
    </Slider>
  )
}
