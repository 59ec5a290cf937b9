import type { ProductCard as Card } from '#contracts/storefront/catalog.ts'
import { swept_card_sizes } from '#storefront/commerce/pictures/photo.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'

/** Cards side by side, scrolled sideways. */
export function ProductSlider({ products, label }: { products: readonly Card[]; label: string }) {
  return (
    <Slider label={label} overflows={products.length > 5}>
      {products.map((card) => (
        <li key={card.product_id} className="slider-card">
          <ProductCard card={card} sizes={swept_card_sizes} />
        </li>
      ))}
    </Slider>
  )
}
