import type { ListingSort } from '#contracts/storefront/search.ts'
import { at, type PriceView, type ProductIndex } from '#shop/search/index/product-index.ts'

/** Positions by which a product moves up in the shop's own order for each percent of discount. */
const positions_per_percent = 100

type Compare = (one: number, other: number) => number

/**
 * Returns a comparison of ordinals: first by availability (available, sold out, without a price), then by the
 * sort, then by the shop's own order and the id, so that two products are never equal.
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
    hot: (ordinal) => at(index.position, ordinal) - positions_per_percent * discount(ordinal),
    selling: (ordinal) => -at(index.sold, ordinal),
    views: (ordinal) => -at(index.views, ordinal),
    discount: (ordinal) => -discount(ordinal),
    'price-asc': (ordinal) => at(final_price, ordinal),
    'price-desc': (ordinal) => -at(final_price, ordinal),
  }
  return keys[sort]
}

/** Returns all listed products, sorted. */
export function sortAll(ordinals: Int32Array, compare: Compare): Int32Array {
  return ordinals.toSorted(compare)
}

/**
 * Updates a sorted list after products changed, left or came. The others stay in sequence, so no full sort is needed.
 */
export function updateSorted(
  order: Int32Array,
  changed: ReadonlySet<number>,
  isListed: (ordinal: number) => boolean,
  compare: Compare,
): Int32Array {
  const moved = [...changed].filter(isListed).toSorted(compare)
  const remaining = order.filter((ordinal) => !changed.has(ordinal))
  const merged = new Int32Array(remaining.length + moved.length)
  let from = 0
  moved.forEach((ordinal, turn) => {
    const end = firstAfter(remaining, from, (other) => compare(ordinal, other) < 0)
    merged.set(remaining.subarray(from, end), from + turn)
    merged[end + turn] = ordinal
    from = end
  })
  merged.set(remaining.subarray(from), from + moved.length)
  return merged
}

/** Finds the first index from which on `isAfter` is true, by binary search. */
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
