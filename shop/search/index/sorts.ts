import type { ListingSort } from '#contracts/storefront/search.ts'
import { at, type PriceView, type ProductIndex } from '#shop/search/index/product-index.ts'

/** So many places of the shop's own order a product moves up for each percent off. */
const places_of_a_percent = 100

type Compare = (one: number, other: number) => number

/**
 * Orders of products by ordinal: those that can be had, those sold out, those without a price; then
 * what was asked; then the shop's own order, so that no two ever tie.
 */
export function comparer(index: ProductIndex, view: PriceView, sort: ListingSort): Compare {
  const { availability } = view
  const by = keyOf(index, view, sort)
  const { position, product_id } = index
  return (one, other) =>
    (availability[one] as number) - (availability[other] as number) ||
    by(one) - by(other) ||
    (position[one] as number) - (position[other] as number) ||
    (product_id[one] as number) - (product_id[other] as number)
}

function keyOf(
  index: ProductIndex,
  view: PriceView,
  sort: ListingSort,
): (ordinal: number) => number {
  const { list_price, final_price } = view
  const discount = (ordinal: number) => {
    const list = at(list_price, ordinal)
    return list === 0 ? 0 : Math.floor(((list - at(final_price, ordinal)) / list) * 100)
  }
  const keys: Record<ListingSort, (ordinal: number) => number> = {
    hot: (ordinal) => at(index.position, ordinal) - places_of_a_percent * discount(ordinal),
    selling: (ordinal) => -at(index.sold, ordinal),
    views: (ordinal) => -at(index.views, ordinal),
    discount: (ordinal) => -discount(ordinal),
    'price-asc': (ordinal) => at(final_price, ordinal),
    'price-desc': (ordinal) => -at(final_price, ordinal),
  }
  return keys[sort]
}

/** All listed products in an order. */
export function sortAll(ordinals: Int32Array, compare: Compare): Int32Array {
  return ordinals.toSorted(compare)
}

/** An order after some products changed, left or came: the others keep their places, so it costs no sort. */
export function updateSorted(
  order: Int32Array,
  changed: ReadonlySet<number>,
  isListed: (ordinal: number) => boolean,
  compare: Compare,
): Int32Array {
  const moved = [...changed].filter(isListed).toSorted(compare)
  const kept = order.filter((ordinal) => !changed.has(ordinal))
  const mended = new Int32Array(kept.length + moved.length)
  let from = 0
  moved.forEach((ordinal, turn) => {
    const place = firstAfter(kept, from, (other) => compare(ordinal, other) < 0)
    mended.set(kept.subarray(from, place), from + turn)
    mended[place + turn] = ordinal
    from = place
  })
  mended.set(kept.subarray(from), from + moved.length)
  return mended
}

/** The first place from which on `isAfter` holds, found by halving. */
function firstAfter(
  order: Int32Array,
  from: number,
  isAfter: (ordinal: number) => boolean,
): number {
  let low = from
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAfter(at(order, middle))) high = middle
    else low = middle + 1
  }
  return low
}
