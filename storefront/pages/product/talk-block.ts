import { createElement, Fragment } from 'react'
import type { ProductPage } from '#contracts/storefront/catalog.ts'
import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { ProductReviews } from '#storefront/commerce/talk/product-reviews.tsx'
import { RelatedLinks } from '#storefront/pages/product/related-links.tsx'
import { staticMarkup } from '#storefront/commerce/talk/static-markup.ts'
import type { Rating } from '#storefront/seo/structured-data/review-graph.ts'

/** What shoppers say on the page of a product. */
export interface TalkOfProduct {
  html: string
  rating: Rating
}

/** Renders the reviews of a product and its related links. Only servers call it: React renders to text here. */
export function talkBlock(
  { name, path, related }: Pick<ProductPage, 'name' | 'path' | 'related'>,
  { reviews: list }: { reviews: ReviewList },
  shop_name: string,
): TalkOfProduct {
  const { average, total } = list.summary
  const short = name.split(' | ')[0] ?? name
  const html = staticMarkup(
    createElement(
      Fragment,
      null,
      createElement(ProductReviews, { name: short, path, list, shop_name }),
      createElement(RelatedLinks, { related }),
    ),
  )
  return { html, rating: { average, total } }
}
