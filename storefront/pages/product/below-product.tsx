import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'
import { RecentlyViewed } from '#storefront/commerce/recently-viewed/recently-viewed.tsx'

interface BelowProps {
  product_id: number
  similar: readonly ProductCard[]
  /** What shoppers say, and related links, as HTML that no script touches. */
  talk: string
}

/** Shown under a product: similar products, reviews, related links and recently viewed products. */
export function Below({ product_id, similar, talk }: BelowProps) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
      {similar.length > 0 ? (
        <section id="tuong-tu" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
          <SectionHeading title="Sản phẩm tương tự" />
          <ProductSlider products={similar} label="Sản phẩm tương tự" />
        </section>
      ) : null}
      <div
        className="grid grid-cols-[minmax(0,1fr)] gap-8"
        dangerouslySetInnerHTML={{ __html: talk }}
      />
      <RecentlyViewed without={product_id} />
    </div>
  )
}
