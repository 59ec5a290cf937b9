import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { reviewsUrl } from '#storefront/addresses/talk-links.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import { absoluteUrl, breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'

/** The average of all published reviews, and how many they are. */
export interface Rating {
  average: number
  total: number
}

/** AggregateRating of a product. Without reviews there is none. */
export function ratingOf({ average, total }: Rating): object {
  if (total === 0) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: total,
      bestRating: 5,
      worstRating: 1,
    },
  }
}

/** The structured data of the reviews of a product: the product with its rating and the reviews of this page. */
export function reviewsGraph(
  { name, path }: { name: string; path: string },
  { summary, reviews }: Pick<ReviewList, 'summary' | 'reviews'>,
  shop: ShopIdentity,
): object | null {
  const crumbs = [
    { name, path },
    { name: 'Đánh giá', path: reviewsUrl(path) },
  ]
  if (summary.total === 0) return graph([breadcrumbList(crumbs, shop)])
  const product = {
    '@type': 'Product',
    name,
    url: absoluteUrl(path, shop),
    ...ratingOf(summary),
    review: reviews.map((review) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: review.name },
      datePublished: vietnamDay(new Date(review.created_at)),
      reviewBody: review.text,
      reviewRating: {
        '@type': 'Rating',
        ratingValue: review.stars,
        bestRating: 5,
        worstRating: 1,
      },
    })),
  }
  return graph([product, breadcrumbList(crumbs, shop)])
}
