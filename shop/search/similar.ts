import { at } from '#shop/search/index/product-index.ts'
import type { IndexedProducts } from '#shop/search/listing.ts'
import { sortedIn, viewOf } from '#shop/search/index/price-views.ts'
import {
  branchOrdinals,
  type PriceView,
  type ProductIndex,
} from '#shop/search/index/product-index.ts'

interface SimilarQuestion {
  product_id: number
  province_id: number
  size: number
}

/** If all facts differ, the distance is that of twice or half the price. */
const weight_of_facts = 1

/**
 * Returns products of the same category with similar price and facts, available ones first: one of each other
 * family, then more of these families, then those of its own family.
 */
export function similarTo(
  products: IndexedProducts,
  { product_id, province_id, size }: SimilarQuestion,
): number[] {
  const { index, views } = products
  const own_ordinal = index.ordinal_of.get(product_id)
  if (own_ordinal === undefined) return []
  const view = viewOf(index, views, province_id)
  const { ranks } = sortedIn(index, views, view, 'hot')
  const distance = distanceFrom(index, view, own_ordinal)
  const others = branchOrdinals(index, at(index.category_id, own_ordinal)).filter(
    (ordinal) => ordinal !== own_ordinal,
  )
  const near = [...others]
    .map((ordinal) => ({
      ordinal,
      far: distance(ordinal),
      availability: at(view.availability, ordinal),
    }))
    .toSorted(
      (one, other) =>
        one.availability - other.availability ||
        one.far - other.far ||
        at(ranks, one.ordinal) - at(ranks, other.ordinal),
    )
    .map(({ ordinal }) => ordinal)
  return oneOfEachFamily(index, own_ordinal, near).slice(0, size)
}

function distanceFrom(
  index: ProductIndex,
  view: PriceView,
  own_ordinal: number,
): (ordinal: number) => number {
  const price = at(view.final_price, own_ordinal)
  const facts = [...index.facts.values()]
    .map(({ codes }) => ({ codes, own: at(codes, own_ordinal) }))
    .filter(({ own }) => own > 0)
  return (ordinal) => {
    const other = at(view.final_price, ordinal)
    const by_price = price > 0 && other > 0 ? Math.abs(Math.log2(other / price)) : 1
    const unlike = facts.filter(({ codes, own }) => at(codes, ordinal) !== own).length
    return by_price + (facts.length === 0 ? 0 : (weight_of_facts * unlike) / facts.length)
  }
}

/** Returns the nearest product of each other family, then the rest of them, then those of its own family. */
function oneOfEachFamily(
  index: ProductIndex,
  own_ordinal: number,
  near: readonly number[],
): number[] {
  const own = at(index.family_id, own_ordinal)
  const seen = new Set<number>()
  const groups: [number[], number[], number[]] = [[], [], []]
  for (const ordinal of near) {
    const family = at(index.family_id, ordinal)
    const group = family === own ? 2 : seen.has(family) ? 1 : 0
    groups[group].push(ordinal)
    seen.add(family)
  }
  return groups.flat()
}
