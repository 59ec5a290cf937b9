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
  type SortedProducts,
  sortedIn,
  type ProvinceViews,
  viewOf,
} from '#shop/search/index/price-views.ts'
import {
  branchOrdinals,
  listedOrdinals,
  type ProductIndex,
} from '#shop/search/index/product-index.ts'

/** The index of products with its views. */
export interface IndexedProducts {
  index: ProductIndex
  views: ProvinceViews
}

/** The products found by words, with their scores. */
export interface Matched {
  ordinals: Int32Array
  scores: Float32Array
  understood: Understood
}

/** Returns one page of a list with its facets. */
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
  // If all words became filters, all products fit equally well.
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

/** Returns the products of the question's category or tag, before its filters. */
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

interface PageRange {
  from: number
  size: number
  view: { availability: Uint8Array }
  /** Positions that the shop gave to the products of a tag: they precede its general order. */
  tag_positions: ReadonlyMap<number, number> | undefined
}

/** Score that an unavailable product loses. */
const unavailable_penalty = 0.06

function pageOf(
  listed: Int32Array,
  order: SortedProducts,
  best: Matched | null,
  { from, size, view, tag_positions }: PageRange,
): number[] {
  if (from >= listed.length) return []
  if (best === null && tag_positions) {
    return [...byTagPosition(listed, order, tag_positions, view).subarray(from, from + size)]
  }
  if (best === null) return [...pageIn(listed, order, from, size)]
  return byFit(listed, order, best, view).slice(from, from + size)
}

/** Sorts by availability, then by the tag's own positions, then by the general order. */
function byTagPosition(
  listed: Int32Array,
  { ranks }: SortedProducts,
  tag_positions: ReadonlyMap<number, number>,
  { availability }: PageRange['view'],
): Int32Array {
  return listed.toSorted(
    (one, other) =>
      at(availability, one) - at(availability, other) ||
      (tag_positions.get(one) ?? 0) - (tag_positions.get(other) ?? 0) ||
      at(ranks, one) - at(ranks, other),
  )
}

/** Ranks are below this. A key encodes fit and rank in one number, because numbers sort fastest. */
const ranks_per_key = 2 ** 22

/** Sorts the best fit first. Unavailable products follow available ones that fit nearly as well, not all of them. */
function byFit(
  listed: Int32Array,
  { ordinals, ranks }: SortedProducts,
  best: Matched,
  view: PageRange['view'],
): number[] {
  const scores = new Float32Array(ranks.length)
  best.ordinals.forEach((ordinal, turn) => (scores[ordinal] = at(best.scores, turn)))
  const keys = Float64Array.from(listed, (ordinal) => {
    const fit = at(scores, ordinal) - (at(view.availability, ordinal) > 0 ? unavailable_penalty : 0)
    return Math.round((2 - fit) * 10_000) * ranks_per_key + at(ranks, ordinal)
  }).sort()
  return Array.from(keys, (key) => at(ordinals, key % ranks_per_key))
}

/** Below this share of all products, sorting the list costs less than scanning the order of all products. */
const few_share = 0.05

/** Returns the page of a list, in an order of all products. */
function pageIn(
  listed: Int32Array,
  { ordinals, ranks }: SortedProducts,
  from: number,
  size: number,
): Int32Array {
  if (listed.length === ordinals.length) return ordinals.subarray(from, from + size)
  if (listed.length < ordinals.length * few_share) {
    const sorted = listed.toSorted(
      (one, other) => (ranks[one] as number) - (ranks[other] as number),
    )
    return sorted.subarray(from, from + size)
  }
  const is_listed = new Uint8Array(ranks.length)
  for (let turn = 0; turn < listed.length; turn++) is_listed[listed[turn] as number] = 1
  const shown = new Int32Array(Math.min(size, listed.length - from))
  let seen = 0
  for (let rank = 0; rank < ordinals.length && seen < from + shown.length; rank++) {
    const ordinal = ordinals[rank] as number
    if (is_listed[ordinal] === 1 && seen++ >= from) shown[seen - 1 - from] = ordinal
  }
  return shown
}
