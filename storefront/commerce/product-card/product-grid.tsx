import type { ProductCard as Card } from '#contracts/storefront/catalog.ts'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'

interface ProductGridProps {
  products: readonly Card[]
  label: string
  /** How many of the first cards are visible when the page opens. */
  eager_count?: number
}

/** Products in rows: five on a desktop, two on a phone. */
export function ProductGrid({ products, label, eager_count = 0 }: ProductGridProps) {
  return (
    <ul aria-label={label} className="product-grid">
      {products.map((card, index) => (
        <li key={card.product_id} id={`sp-${index + 1}`} className="min-w-0">
          <ProductCard card={card} eager={index < eager_count} />
        </li>
      ))}
    </ul>
  )
}
