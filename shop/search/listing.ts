import type {
  Listing,
  ListingQuestion,
  ListingSort,
  Understood,
} from '#contracts/storefront/search.ts'
import { countAvailable, facetsOf, membersFor } from '#shop/search/facets/facets.ts'
import { checksOf, narrow } from '#shop/search/facets/narrowing.ts'
import { at } from '#shop/search/index/product-index.ts'
import { priceFacet } from '#shop/search/facets/price-facet.ts'
import {
  cardOf,
  type Order,
  sortedIn,
  type ProvinceViews,
  viewOf,
} from '#shop/search/index/price-views.ts'
import {
  branchOrdinals,
  listedOrdinals,
  type ProductIndex,
} from '#shop/search/index/product-index.ts'

/** Products in one state, ready to be asked. */
export interface IndexedProducts {
  index: ProductIndex
  views: ProvinceViews
}

/** What was found by words: which products, and how well each fits. */
export interface Matched {
  ordinals: Int32Array
  scores: Float32Array
  understood: Understood
}

/** One page of a list with its facets. */
export function listingOf(
  products: IndexedProducts,
  question: ListingQuestion,
  matched: Matched | null,
  today: string,
): Listing {
  const { index, views } = products
  const { province_id, page, size } = question
  const view = viewOf(index, views, province_id)
  const among = matched?.ordinals ?? amongOf(index, question)
  const narrowed = narrow(among, checksOf(index, view, question))
  const { listed } = narrowed
  const sort: ListingSort = question.sort ?? 'hot'
  const order = sortedIn(index, views, view, sort)
  // Where all words became filters nothing fits better than another.
  const has_fits = question.sort === undefined && (matched?.scores.length ?? 0) > 0
  const best = has_fits ? matched : null
  const tag_positions = sort === 'hot' && question.tag ? index.tags.get(question.tag) : undefined
  const shown = pageOf(listed, order, best, { from: (page - 1) * size, size, view, tag_positions })
  return {
    total: listed.length,
    page,
    size,
    products: shown.map((ordinal) => cardOf(index, view, ordinal, today)),
    facets: question.with_facets ? facetsOf(index, view, question, narrowed) : [],
    price: question.with_facets
      ? priceFacet(index, view, question, membersFor(narrowed, 'price'))
      : null,
    in_stock_count: countAvailable(index, province_id, listed),
    sort,
    understood: matched?.understood ?? null,
  }
}

/** The products that a question is about, before its filters. */
export function amongOf(index: ProductIndex, question: ListingQuestion): Int32Array {
  const { tag } = question
  const scope = scopeOf(index, question)
  if (tag === undefined) return scope
  const members = index.tags.get(tag)
  return members ? scope.filter((ordinal) => members.has(ordinal)) : new Int32Array()
}

function scopeOf(index: ProductIndex, { category_id, category_ids }: ListingQuestion): Int32Array {
  if (category_id !== undefined) return branchOrdinals(index, category_id)
  if (category_ids === undefined) return listedOrdinals(index)
  const wanted = new Set(category_ids.flatMap((each) => [...(index.branches.get(each) ?? [])]))
  return listedOrdinals(index).filter((ordinal) => wanted.has(at(index.category_id, ordinal)))
}

interface Cut {
  from: number
  size: number
  view: { availability: Uint8Array }
  /** Places that the shop gave the products of a tag: they go before its general order. */
  tag_positions: ReadonlyMap<number, number> | undefined
}

/** How much worse what cannot be had fits. */
const absence = 0.06

function pageOf(
  listed: Int32Array,
  order: Order,
  best: Matched | null,
  { from, size, view, tag_positions }: Cut,
): number[] {
  if (from >= listed.length) return []
  if (best === null && tag_positions) {
    return [...byTagPosition(listed, order, tag_positions, view).subarray(from, from + size)]
  }
  if (best === null) return [...cutOf(listed, order, from, size)]
  return byFit(listed, order, best, view).slice(from, from + size)
}

/** What can be had first; then as the shop ordered the tag's products; those without a place of their own as always. */
function byTagPosition(
  listed: Int32Array,
  { places }: Order,
  tag_positions: ReadonlyMap<number, number>,
  { availability }: Cut['view'],
): Int32Array {
  return listed.toSorted(
    (one, other) =>
      at(availability, one) - at(availability, other) ||
      (tag_positions.get(one) ?? 0) - (tag_positions.get(other) ?? 0) ||
      at(places, one) - at(places, other),
  )
}

/** Places are below this; fits go before them in one number, as numbers sort fastest. */
const places_of_key = 2 ** 22

/** What fits best first. What cannot be had yields to what fits nearly as well, not to all that fits. */
function byFit(
  listed: Int32Array,
  { ordinals, places }: Order,
  best: Matched,
  view: Cut['view'],
): number[] {
  const scores = new Float32Array(places.length)
  best.ordinals.forEach((ordinal, turn) => (scores[ordinal] = at(best.scores, turn)))
  const keys = Float64Array.from(listed, (ordinal) => {
    const fit = at(scores, ordinal) - (at(view.availability, ordinal) > 0 ? absence : 0)
    return Math.round((2 - fit) * 10_000) * places_of_key + at(places, ordinal)
  }).sort()
  return Array.from(keys, (key) => at(ordinals, key % places_of_key))
}

/** Below this share of all products, sorting the few costs less than walking along the order of all. */
const few = 0.05

/** The part of a list that is shown, in an order of all products. */
function cutOf(
  listed: Int32Array,
  { ordinals, places }: Order,
  from: number,
  size: number,
): Int32Array {
  if (listed.length === ordinals.length) return ordinals.subarray(from, from + size)
  if (listed.length < ordinals.length * few) {
    const sorted = listed.toSorted(
      (one, other) => (places[one] as number) - (places[other] as number),
    )
    return sorted.subarray(from, from + size)
  }
  const is_listed = new Uint8Array(places.length)
  for (let turn = 0; turn < listed.length; turn++) is_listed[listed[turn] as number] = 1
  const cut = new Int32Array(Math.min(size, listed.length - from))
  let met = 0
  for (let place = 0; place < ordinals.length && met < from + cut.length; place++) {
    const ordinal = ordinals[place] as number
    if (is_listed[ordinal] === 1 && met++ >= from) cut[met - 1 - from] = ordinal
  }
  return cut
}
