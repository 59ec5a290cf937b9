import type { ProductCard, ProductPage } from '#contracts/catalog.ts'
import { SectionHeading } from '#storefront/ui/section-heading.tsx'
import { ArticleFold } from '#storefront/widgets/article-fold.tsx'
import { FaqList } from '#storefront/widgets/faq-list.tsx'
import { RelatedLinks } from '#storefront/widgets/product/related-links.tsx'
import { Specification } from '#storefront/widgets/product/specification.tsx'
import { ProductSlider } from '#storefront/widgets/product-slider.tsx'
import { RecentlyViewed } from '#storefront/widgets/recently-viewed/recently-viewed.tsx'

export interface BelowProps {
  product: ProductPage
  similar: readonly ProductCard[]
}

/** What stands beneath the offer: the table, the article, questions, and other products. */
export function Below({ product, similar }: BelowProps) {
  const { product_id, name, brand } = product
  return (
    <>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 md:mt-6 md:grid-cols-2 md:items-start lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-5">
        <div className="md:col-start-2 md:row-start-1">
          <Specification groups={product.specification} name={name} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:col-start-1 md:row-start-1 lg:gap-5">
          <ArticleFold title="Đặc điểm nổi bật" html={product.description} />
          <FaqList faq={product.faq} about={name.split(' | ')[0] ?? brand} />
        </div>
      </div>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8">
        {similar.length > 0 ? (
          <section id="tuong-tu" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
            <SectionHeading title="Sản phẩm tương tự" />
            <ProductSlider products={similar} label="Sản phẩm tương tự" />
          </section>
        ) : null}
        <RelatedLinks related={product.related} />
        <RecentlyViewed without={product_id} />
      </div>
    </>
  )
}
