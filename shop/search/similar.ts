import { at } from '#shop/search/index/product-index.ts'
import type { IndexedProducts } from '#shop/search/listing.ts'
import { sortedIn, viewOf } from '#shop/search/index/price-views.ts'
import {
  branchOrdinals,
  type PriceView,
  type ProductIndex,
} from '#shop/search/index/product-index.ts'

interface Asked {
  product_id: number
  province_id: number
  size: number
}

/** Facts count as much as a price that is twice as high or half as low. */
const weight_of_facts = 1

/**
 * Products of the same category that are near in price and facts: one of each other family, then
 * more of them, then the family's own. Those that can be had stand first.
 */
export function similarTo(
  products: IndexedProducts,
  { product_id, province_id, size }: Asked,
): number[] {
  const { index, views } = products
  const asked = index.ordinal_of.get(product_id)
  if (asked === undefined) return []
  const view = viewOf(index, views, province_id)
  const { places } = sortedIn(index, views, view, 'hot')
  const distance = distanceFrom(index, view, asked)
  const others = branchOrdinals(index, at(index.category_id, asked)).filter(
    (ordinal) => ordinal !== asked,
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
        at(places, one.ordinal) - at(places, other.ordinal),
    )
    .map(({ ordinal }) => ordinal)
  return oneOfEachFamily(index, asked, near).slice(0, size)
}

function distanceFrom(
  index: ProductIndex,
  view: PriceView,
  asked: number,
): (ordinal: number) => number {
  const price = at(view.final_price, asked)
  const facts = [...index.facts.values()]
    .map(({ codes }) => ({ codes, own: at(codes, asked) }))
    .filter(({ own }) => own > 0)
  return (ordinal) => {
    const other = at(view.final_price, ordinal)
    const by_price = price > 0 && other > 0 ? Math.abs(Math.log2(other / price)) : 1
    const unlike = facts.filter(({ codes, own }) => at(codes, ordinal) !== own).length
    return by_price + (facts.length === 0 ? 0 : (weight_of_facts * unlike) / facts.length)
  }
}

/** The nearest of each other family, then the rest of them, then the asked one's own family. */
function oneOfEachFamily(index: ProductIndex, asked: number, near: readonly number[]): number[] {
  const own = at(index.family_id, asked)
  const seen = new Set<number>()
  const turns: [number[], number[], number[]] = [[], [], []]
  for (const ordinal of near) {
    const family = at(index.family_id, ordinal)
    const turn = family === own ? 2 : seen.has(family) ? 1 : 0
    turns[turn].push(ordinal)
    seen.add(family)
  }
  return turns.flat()
}
