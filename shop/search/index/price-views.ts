import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { ListingSort } from '#contracts/storefront/search.ts'
import { hasBit } from '#shop/search/index/bits.ts'
import type { Offer } from '#shop/search/index/card-offers.ts'
import { comparer, updateSorted, sortAll } from '#shop/search/index/sorts.ts'
import {
  listedOrdinals,
  type PriceView,
  type ProductIndex,
  at,
} from '#shop/search/index/product-index.ts'
import { putOffer } from '#shop/search/index/put-products.ts'

/** The prices of a province, with products sorted by every sort that was needed. */
interface ProvinceView extends PriceView {
  province_id: number
  /** By sort: the sorted ordinals, and each ordinal's rank. */
  sorted_by: Map<ListingSort, SortedProducts>
}

export interface SortedProducts {
  ordinals: Int32Array
  ranks: Uint32Array
}

/** The key of the country's view. Provinces without prices of their own share it. */
const no_province = 0

/** Views of an index by province, created when first needed. */
export type ProvinceViews = Map<number, ProvinceView>

/**
 * Returns the country's view without sorted orders. `addSorted` adds them; those of provinces are derived from them.
 */
export function countryView(index: ProductIndex): ProvinceView {
  return { ...index.country, province_id: no_province, sorted_by: new Map() }
}

export function addSorted(
  index: ProductIndex,
  view: ProvinceView,
  sort: ListingSort,
): SortedProducts {
  const order = sortedOf(index, sortAll(listedOrdinals(index), comparer(index, view, sort)))
  view.sorted_by.set(sort, order)
  return order
}

/** Maximum number of cached views. */
const max_views = 12

export function viewOf(
  index: ProductIndex,
  views: ProvinceViews,
  province_id: number,
): ProvinceView {
  const own = index.provinces.get(province_id)
  const key = own && own.size > 0 ? province_id : no_province
  const known = views.get(key)
  if (known) return known
  const country = views.get(no_province) ?? countryView(index)
  views.set(no_province, country)
  if (!own || key === no_province) return country
  const view: ProvinceView = {
    list_price: index.country.list_price.slice(),
    final_price: index.country.final_price.slice(),
    availability: index.country.availability.slice(),
    is_in_stock: index.country.is_in_stock.slice(),
    province_id,
    sorted_by: new Map(),
  }
  for (const [ordinal, offer] of own) putOffer(view, ordinal, offer)
  if (views.size >= max_views) views.delete([...views.keys()][1] ?? no_province)
  views.set(key, view)
  return view
}

/**
 * Returns a sorted order of a view. That of a province is the country's, with the differently priced products moved.
 */
export function sortedIn(
  index: ProductIndex,
  views: ProvinceViews,
  view: ProvinceView,
  sort: ListingSort,
): SortedProducts {
  const known = view.sorted_by.get(sort)
  if (known) return known
  if (view.province_id === no_province) return addSorted(index, view, sort)
  const country = sortedIn(index, views, viewOf(index, views, no_province), sort)
  const differing = new Set(index.provinces.get(view.province_id)?.keys())
  const order = patched(index, country, view, sort, differing)
  view.sorted_by.set(sort, order)
  return order
}

/**
 * Updates views after products changed: the country's orders are patched, views of provinces are created again when
 * needed.
 */
export function patchViews(
  index: ProductIndex,
  views: ProvinceViews,
  changed: ReadonlySet<number>,
): void {
  const country = views.get(no_province)
  views.clear()
  if (!country) return
  for (const [sort, order] of country.sorted_by) {
    country.sorted_by.set(sort, patched(index, order, country, sort, changed))
  }
  views.set(no_province, country)
}

function patched(
  index: ProductIndex,
  order: SortedProducts,
  view: PriceView,
  sort: ListingSort,
  changed: ReadonlySet<number>,
): SortedProducts {
  const isListed = (ordinal: number) => hasBit(index.listed, ordinal)
  const compare = comparer(index, view, sort)
  return sortedOf(index, updateSorted(order.ordinals, changed, isListed, compare))
}

function sortedOf(index: ProductIndex, ordinals: Int32Array): SortedProducts {
  const ranks = new Uint32Array(index.capacity)
  ordinals.forEach((ordinal, rank) => {
    ranks[ordinal] = rank
  })
  return { ordinals, ranks }
}

/** Returns the card of a product; `today` (YYYY-MM-DD) decides whether its launch is still to come. */
export function cardOf(
  index: ProductIndex,
  view: ProvinceView,
  ordinal: number,
  today: string,
): ProductCard {
  const list_price = at(view.list_price, ordinal)
  const final_price = at(view.final_price, ordinal)
  const launched_on = index.launched_on[ordinal] ?? null
  const { thumbnail, extras } = shownIn(index, view, ordinal)
  return {
    product_id: at(index.product_id, ordinal),
    name: index.name[ordinal] ?? '',
    url_path: index.url_path[ordinal] ?? '',
    thumbnail,
    price: list_price || null,
    special_price: final_price < list_price ? final_price : null,
    is_in_stock: at(view.is_in_stock, ordinal) === 1,
    highlights: index.highlights[ordinal] ?? [],
    ...(index.rating[ordinal] ? { rating: index.rating[ordinal] } : {}),
    category_id: at(index.category_id, ordinal),
    launch_on: launched_on !== null && launched_on > today ? launched_on : null,
    ...extras,
  }
}

function shownIn(
  index: ProductIndex,
  view: ProvinceView,
  ordinal: number,
): Pick<Offer, 'thumbnail' | 'extras'> {
  const offer = index.provinces.get(view.province_id)?.get(ordinal)
  if (offer) return offer
  const { thumbnail, extras } = index
  return { thumbnail: thumbnail[ordinal] ?? null, extras: extras[ordinal] ?? null }
}
