import type { ListingQuestion } from '#contracts/storefront/search.ts'
import type { IndexedProducts } from '#shop/search/listing.ts'
import { sortedIn, viewOf } from '#shop/search/index/price-views.ts'
import { at, type ProductIndex } from '#shop/search/index/product-index.ts'
import type { Understanding } from '#shop/search/query/understand.ts'

/** Returns the categories with ideas for the gift that is searched. Empty if none is, or the shop has none of them. */
export function giftCategoryIds(index: ProductIndex, { gift_categories }: Understanding): number[] {
  const ids = new Map(index.taxonomy.categories.map((one) => [one.url_path, one.category_id]))
  return (gift_categories ?? []).flatMap((path) => ids.get(path) ?? [])
}

/** Scores products of a list without words: ideas for a gift, or what comes nearest to a price. Else all are equal. */
export function ideaScores(
  { index, views }: IndexedProducts,
  ordinals: Int32Array,
  question: ListingQuestion,
  { meant, asked }: { meant: Understanding; asked: Understanding },
): Float32Array {
  if (meant.gift_categories !== null) return giftScores({ index, views }, ordinals, question, meant)
  if (meant.max_price === asked.max_price && meant.min_price === asked.min_price) {
    return new Float32Array(ordinals.length)
  }
  const prices = viewOf(index, views, question.province_id).final_price
  return Float32Array.from(ordinals, (ordinal) => nearness(at(prices, ordinal), asked))
}

/** Returns a score from 1 for a price within the budget down to 0 for one that is far from it or unknown. */
function nearness(price: number, { min_price, max_price }: Understanding): number {
  if (price === 0) return 0
  if (max_price !== null && price > max_price) return max_price / price
  return min_price !== null && price < min_price ? price / min_price : 1
}

/** A gift for 2 million is none for 100,000: products from this share of the budget on come first. */
const least_share = 0.25

/** Scores the best product of each category first, then the second of each: ideas should differ. */
function giftScores(
  { index, views }: IndexedProducts,
  ordinals: Int32Array,
  question: ListingQuestion,
  meant: Understanding,
): Float32Array {
  const view = viewOf(index, views, question.province_id)
  const { ranks } = sortedIn(index, views, view, 'hot')
  const ids = giftCategoryIds(index, meant)
  const counts = new Map<number, number>()
  const families = new Set<number>()
  const scores = new Map<number, number>()
  for (const ordinal of ordinals.toSorted((one, other) => at(ranks, one) - at(ranks, other))) {
    const price = at(view.final_price, ordinal)
    const max = question.max_price ?? Infinity
    if (price > max || price < (question.min_price ?? 0)) continue
    const is_little = max < Infinity && price < max * least_share
    const family = at(index.family_id, ordinal)
    const group =
      categoryOf(index, ordinal, ids) + (is_little || families.has(family) ? ids.length : 0)
    families.add(family)
    const turn = counts.get(group) ?? 0
    counts.set(group, turn + 1)
    const is_later = group >= ids.length
    scores.set(
      ordinal,
      (is_later ? 0.4 : 0.95) - Math.min(turn, 30) * 0.01 - (group % ids.length) * 0.001,
    )
  }
  return Float32Array.from(ordinals, (ordinal) => scores.get(ordinal) ?? 0)
}

/** Returns the position of the category, or of its ancestor, among the ideas. */
function categoryOf(index: ProductIndex, ordinal: number, ids: readonly number[]): number {
  const category_id = at(index.category_id, ordinal)
  return Math.max(
    0,
    ids.findIndex((id) => index.branches.get(id)?.has(category_id)),
  )
}
