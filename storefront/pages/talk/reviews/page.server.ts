import { type ReviewList, ReviewQuestion } from '#contracts/storefront/talk/reviews.ts'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { Refusal } from '#pure/contract.ts'
import { type ReviewFilter, reviewsUrl } from '#storefront/addresses/talk-links.ts'
import { moved, notFound, type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import { reviewsGraph } from '#storefront/seo/structured-data/review-graph.ts'

export interface ReviewsData {
  product: { product_id: number; name: string; path: string }
  card: ProductCard | null
  list: ReviewList
  filter: ReviewFilter
  shop_name: string
}

/** /danh-gia-san-pham/{product}: all published reviews of a product. */
export const page = publicPage<ReviewsData>({
  loader: async (context) => {
    const { services, province_id, url, shop } = context
    const found = await resolve(context)
    if (found === null || (found.kind !== 'product' && found.kind !== 'moved')) return notFound
    if (found.moved_to !== null) return moved(reviewsUrl(found.moved_to) + url.search, 301)
    const product_id = found.id
    const input = ReviewQuestion.safeParse({
      product_id,
      stars: url.searchParams.get('sao') ?? undefined,
      with_pictures: url.searchParams.get('anh') ?? undefined,
      bought: url.searchParams.get('da-mua') ?? undefined,
      page: url.searchParams.get('page') ?? undefined,
    })
    if (!input.success) return notFound
    const [[card], list] = await Promise.all([
      services.search.cards(null, { product_ids: [product_id], province_id }),
      services.reviews.reviewList(null, input.data),
    ])
    if (card === undefined) return notFound
    if (list.page > 1 && list.reviews.length === 0) return notFound
    const { stars, with_pictures, bought } = input.data
    return {
      product: { product_id, name: card.name, path: `/${card.url_path}` },
      card,
      list,
      filter: { stars, with_pictures, bought },
      shop_name: shop.name,
    }
  },
  tags: ({ product: { product_id } }) => [`product:${product_id}`, `talk:product:${product_id}`],
  structured: ({ product, list }, shop) => reviewsGraph(product, list, shop),
})

async function resolve({ services, params }: PublicContext) {
  try {
    return await services.catalog.resolve(null, { path: params['slug'] ?? '' })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null
    throw error
  }
}
