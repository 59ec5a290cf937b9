import type { ProductCard, ProductPage } from '#contracts/storefront/catalog.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { RelatedLinks } from '#storefront/pages/product/related-links.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'
import { RecentlyViewed } from '#storefront/commerce/recently-viewed/recently-viewed.tsx'

interface BelowProps {
  product: ProductPage
  similar: readonly ProductCard[]
}

/** Shown under a product: similar products, related links and recently viewed products. */
export function Below({ product, similar }: BelowProps) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
      {similar.length > 0 ? (
        <section id="tuong-tu" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
          <SectionHeading title="Sản phẩm tương tự" />
          <ProductSlider products={similar} label="Sản phẩm tương tự" />
        </section>
      ) : null}
      <RelatedLinks related={product.related} />
      <RecentlyViewed without={product.product_id} />
    </div>
  )
}
