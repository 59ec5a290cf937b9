import { createElement, Fragment } from 'react'
import type { ProductPage } from '#contracts/storefront/catalog.ts'
import type { CommentList } from '#contracts/storefront/talk/comments.ts'
import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { ProductReviews } from '#storefront/commerce/talk/product-reviews.tsx'
import { Commitments } from '#storefront/pages/product/commitments.tsx'
import { RelatedLinks } from '#storefront/pages/product/related-links.tsx'
import { SubjectComments } from '#storefront/commerce/talk/subject-comments.tsx'
import { staticMarkup } from '#storefront/commerce/talk/static-markup.ts'
import type { Rating } from '#storefront/seo/structured-data/review-graph.ts'

/** Parts of the page of a product that no script touches, as HTML: what shoppers say, and what the shop promises. */
export interface TalkOfProduct {
  html: string
  promises: string
  rating: Rating
}

/** Renders the reviews and questions of a product and its related links. Only servers call it: React renders to text here. */
export function talkBlock(
  {
    name,
    path,
    related,
    warranty_months,
  }: Pick<ProductPage, 'name' | 'path' | 'related' | 'warranty_months'>,
  { reviews: list, comments }: { reviews: ReviewList; comments: CommentList },
  shop_name: string,
): TalkOfProduct {
  const { average, total } = list.summary
  const short = name.split(' | ')[0] ?? name
  const html = staticMarkup(
    createElement(
      Fragment,
      null,
      createElement(ProductReviews, { name: short, path, list, shop_name }),
      createElement(SubjectComments, { path, list: comments }),
      createElement(RelatedLinks, { related }),
    ),
  )
  const promises = staticMarkup(createElement(Commitments, { warranty_months }))
  return { html, promises, rating: { average, total } }
}
