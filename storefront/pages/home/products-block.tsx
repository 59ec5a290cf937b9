import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'
import { ProductLine } from '#storefront/commerce/product-card/product-line.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'
import { ProductGrid } from '#storefront/commerce/product-card/product-grid.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

/** Goods by a rule: as a grid, a row, or ranked with the first one large. */
export function ProductsBlock({ block }: { block: ShownOf<'products'> }) {
  const { title, sentence, look, products, more } = block
  const link = more === '' ? {} : { more: { text: 'Xem tất cả', href: more } }
  return (
    <section className={look === 'ranked' ? 'home-section sheet p-4 md:p-6' : 'home-section'}>
      <SectionHeading title={title} {...link} />
      {sentence === '' ? null : <p className="-mt-2 text-muted">{sentence}</p>}
      {look === 'grid' ? <ProductGrid products={products} label={title} /> : null}
      {look === 'row' ? <ProductSlider products={products} label={title} /> : null}
      {look === 'ranked' ? <Ranked block={block} /> : null}
    </section>
  )
}

/** The first product as a card, the others in columns of three, which a phone sweeps sideways. */
function Ranked({ block: { title, products } }: { block: ShownOf<'products'> }) {
  return (
    <ol aria-label={title} className="ranked">
      {products.map((card, index) => (
        <li key={card.product_id} className="ranked-place">
          <span aria-hidden className="ranked-number">
            {index + 1}
          </span>
          {index === 0 ? <ProductCard card={card} /> : <ProductLine card={card} />}
        </li>
      ))}
    </ol>
  )
}
