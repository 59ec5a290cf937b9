import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'
import { RecentlyViewed } from '#storefront/commerce/recently-viewed/recently-viewed.tsx'
import type { ProductTalkProps } from '#storefront/pages/product/product-talk.tsx'
import { laterPart } from '#web/runtime/later-part.tsx'

interface BelowProps extends ProductTalkProps {
  product_id: number
  similar: readonly ProductCard[]
}

export const talk = laterPart<ProductTalkProps>(async () => {
  const { ProductTalk } = await import('#storefront/pages/product/product-talk.tsx')
  return ProductTalk
})

/** Shown under a product: similar products, what shoppers say, related links and recently viewed products. */
export function Below({ product_id, similar, ...said }: BelowProps) {
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
      {similar.length > 0 ? (
        <section id="tuong-tu" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
          <SectionHeading title="Sản phẩm tương tự" />
          <ProductSlider products={similar} label="Sản phẩm tương tự" />
        </section>
      ) : null}
      <talk.Part {...said} />
      <RecentlyViewed without={product_id} />
    </div>
  )
}
