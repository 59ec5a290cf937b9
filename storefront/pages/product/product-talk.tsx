import type { ProductPage } from '#contracts/storefront/catalog.ts'
import type { CommentList } from '#contracts/storefront/talk/comments.ts'
import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { ProductReviews } from '#storefront/commerce/talk/product-reviews.tsx'
import { SubjectComments } from '#storefront/commerce/talk/subject-comments.tsx'
import { RelatedLinks } from '#storefront/pages/product/related-links.tsx'
import { useShop } from '#storefront/runtime/shop-data.ts'

export interface ProductTalkProps {
  product: Pick<ProductPage, 'name' | 'path' | 'related' | 'launch_on'>
  reviews: ReviewList
  comments: CommentList
}

/** What shoppers say about a product, and lists where they may look further. */
export function ProductTalk({ product, reviews, comments }: ProductTalkProps) {
  const { shop } = useShop()
  const { path, related, launch_on } = product
  const [name = ''] = product.name.split(' | ')
  return (
    <>
      {/* Nobody has used what is not on sale yet. */}
      {launch_on === null || reviews.total > 0 ? (
        <ProductReviews name={name} path={path} list={reviews} shop_name={shop.name} />
      ) : null}
      <SubjectComments path={path} list={comments} />
      <RelatedLinks related={related} />
    </>
  )
}
