import type { Picture } from '#contracts/storefront/catalog.ts'
import { type Bits, createBits, hasBit, setBit } from '#shop/search/index/bits.ts'
import { branchesOf, upwards } from '#shop/search/index/branches.ts'
import { createFactColumn, type FactColumn, putFact } from '#shop/search/index/fact-columns.ts'
import type {
  ColorRow,
  Demand,
  FactRow,
  GoodsRow,
  GoodsRows,
  OfferedRows,
} from '#shop/search/index/product-store.ts'
import { isNeeded } from '#shop/search/index/needs.ts'
import { type Extras, type Offer, offersOf, type Pricing } from '#shop/search/index/card-offers.ts'
import { at } from '#shop/search/index/sorts.ts'
import type { Shelves } from '#shop/search/index/category-store.ts'

/** Prices and availability of all goods as one province sees them. */
export interface PriceView {
  /** đồng; 0 where there is no price. */
  list_price: Float64Array
  final_price: Float64Array
  shelf: Uint8Array
  is_in_stock: Uint8Array
}

/**
 * All goods as columns: cell `ordinal` of each array is of one product. An ordinal stays with its
 * product for as long as the index lives; what left the shop is no longer `listed`.
 */
export interface ProductIndex {
  shelves: Shelves
  /** A category with all below it, by its number. */
  branches: ReadonlyMap<number, ReadonlySet<number>>
  /** The numbers of a category and those above it, nearest first. */
  above: ReadonlyMap<number, readonly number[]>
  capacity: number
  used: number
  ordinal_of: Map<number, number>
  listed: Bits
  product_id: Float64Array
  family_id: Float64Array
  brand_id: Float64Array
  category_id: Float64Array
  /** Places of brand and category in `shelves`: small numbers are counted faster. */
  brand_place: Uint32Array
  category_place: Uint32Array
  places: { brands: Map<number, number>; categories: Map<number, number> }
  position: Float64Array
  views: Float64Array
  sold: Float64Array
  name: string[]
  url_path: string[]
  search_text: string[]
  highlights: string[][]
  launched_on: (string | null)[]
  thumbnail: (Picture | null)[]
  extras: (Extras | null)[]
  country: PriceView
  /** Provinces with prices of their own: what differs there, by ordinal. */
  provinces: Map<number, Map<number, Offer>>
  /** Which goods a shop of the province has. */
  available: Map<number, Bits>
  facts: Map<number, FactColumn>
  /** Which attributes goods of a category have, by category_id; more than there are do no harm. */
  present: Map<number, Set<number>>
  /** Which goods fit a need, its prices aside, by need_id. */
  needs: Map<number, Bits>
  /** Which goods fit any need. */
  needed: Bits
  /** By tag_key: its goods, each with its place in the tag's own order. */
  tags: Map<string, Map<number, number>>
  /** Goods on sale of whole categories, by category_id; 0 stands for all. Emptied by every change. */
  shelved: Map<number, Int32Array>
}

/** Room for goods that come later; when it is used up the index is made anew. */
const spare = 1.1
const least_spare = 256

export function createIndex(shelves: Shelves, goods: number): ProductIndex {
  const capacity = Math.ceil(goods * spare) + least_spare
  const categories = new Map(shelves.categories.map((each) => [each.category_id, each]))
  const numbers = () => new Float64Array(capacity)
  const facts = new Map(
    shelves.attributes.map((each) => [each.attribute_id, createFactColumn(each, capacity)]),
  )
  return {
    shelves,
    branches: branchesOf(shelves.categories),
    above: new Map(
      shelves.categories.map((each) => [
        each.category_id,
        upwards(categories, each).map((shelf) => shelf.category_id),
      ]),
    ),
    capacity,
    used: 0,
    ordinal_of: new Map(),
    listed: createBits(capacity),
    product_id: numbers(),
    family_id: numbers(),
    brand_id: numbers(),
    category_id: numbers(),
    brand_place: new Uint32Array(capacity),
    category_place: new Uint32Array(capacity),
    places: {
      brands: new Map(shelves.brands.map((brand, place) => [brand.brand_id, place])),
      categories: new Map(shelves.categories.map((shelf, place) => [shelf.category_id, place])),
    },
    position: numbers(),
    views: numbers(),
    sold: numbers(),
    name: [],
    url_path: [],
    search_text: [],
    highlights: [],
    launched_on: [],
    thumbnail: [],
    extras: [],
    country: createView(capacity),
    provinces: new Map(),
    available: new Map(),
    facts,
    present: new Map(),
    needs: new Map(shelves.needs.map((need) => [need.need_id, createBits(capacity)])),
    needed: createBits(capacity),
    tags: new Map(shelves.tags.map((tag) => [tag.tag_key, new Map()])),
    shelved: new Map(),
  }
}

export function createView(capacity: number): PriceView {
  return {
    list_price: new Float64Array(capacity),
    final_price: new Float64Array(capacity),
    shelf: new Uint8Array(capacity),
    is_in_stock: new Uint8Array(capacity),
  }
}

/** Whether so many new goods still find room. */
export function hasRoom(index: ProductIndex, goods: number): boolean {
  return index.used + goods <= index.capacity
}

/** Colours with their prices, by what they are of. */
export interface SortedOffers {
  colors: Map<number, ColorRow[]>
  pricing: Pricing
}

interface SortedRows extends SortedOffers {
  facts: Map<number, FactRow[]>
}

export function sortOffers(rows: OfferedRows, now: Date): SortedOffers {
  const { table, groups } = rows
  const province_prices = Map.groupBy(rows.province_prices, (row) => row.item_id)
  const group_prices = Map.groupBy(rows.group_prices, (row) => row.item_id)
  return {
    colors: Map.groupBy(rows.colors, (row) => row.parent_id),
    pricing: { table, groups, province_prices, group_prices, now },
  }
}

export function sortRows(rows: GoodsRows, now: Date): SortedRows {
  return { ...sortOffers(rows, now), facts: Map.groupBy(rows.facts, (row) => row.product_id) }
}

/** Writes goods into the index and answers their ordinals; goods without a colour are not on sale. */
export function putGoods(
  index: ProductIndex,
  goods: readonly GoodsRow[],
  { colors, pricing, facts }: SortedRows,
): number[] {
  index.shelved.clear()
  return goods.flatMap((row) => {
    const own = colors.get(row.product_id)
    if (own === undefined) return []
    const ordinal = ordinalFor(index, row.product_id)
    putColumns(index, ordinal, row)
    putOffers(index, ordinal, own, pricing)
    putFacts(index, ordinal, facts.get(row.product_id) ?? [])
    setBit(index.listed, ordinal, true)
    return [ordinal]
  })
}

/** Prices goods that are listed anew, and nothing else; answers their ordinals. */
export function repriceGoods(
  index: ProductIndex,
  product_ids: readonly number[],
  { colors, pricing }: SortedOffers,
): number[] {
  return product_ids.flatMap((product_id) => {
    const ordinal = index.ordinal_of.get(product_id)
    const own = colors.get(product_id)
    if (ordinal === undefined || own === undefined || !hasBit(index.listed, ordinal)) return []
    for (const offers of index.provinces.values()) offers.delete(ordinal)
    putOffers(index, ordinal, own, pricing)
    return [ordinal]
  })
}

/** Takes goods off the lists; `putGoods` puts back those that are still on sale. Answers their ordinals. */
export function takeOut(index: ProductIndex, product_ids: readonly number[]): number[] {
  index.shelved.clear()
  const ordinals = product_ids.flatMap((product_id) => index.ordinal_of.get(product_id) ?? [])
  for (const ordinal of ordinals) {
    setBit(index.listed, ordinal, false)
    for (const offers of index.provinces.values()) offers.delete(ordinal)
    for (const bits of index.available.values()) setBit(bits, ordinal, false)
    for (const members of index.tags.values()) members.delete(ordinal)
  }
  return ordinals
}

/** What is looked at and sold changes two orders and nothing else. */
export function putDemand(index: ProductIndex, demand: ReadonlyMap<number, Demand>): void {
  for (const [product_id, ordinal] of index.ordinal_of) {
    const { views, sold } = demand.get(product_id) ?? { views: 0, sold: 0 }
    index.views[ordinal] = views
    index.sold[ordinal] = sold
  }
}

function ordinalFor(index: ProductIndex, product_id: number): number {
  const known = index.ordinal_of.get(product_id)
  if (known !== undefined) return known
  const ordinal = index.used++
  index.ordinal_of.set(product_id, ordinal)
  return ordinal
}

function putColumns(index: ProductIndex, ordinal: number, row: GoodsRow): void {
  index.product_id[ordinal] = row.product_id
  index.family_id[ordinal] = row.family_id
  index.brand_id[ordinal] = row.brand_id
  index.category_id[ordinal] = row.category_id
  index.brand_place[ordinal] = index.places.brands.get(row.brand_id) ?? 0
  index.category_place[ordinal] = index.places.categories.get(row.category_id) ?? 0
  index.position[ordinal] = row.position
  index.views[ordinal] = row.views
  index.sold[ordinal] = row.sold
  index.name[ordinal] = row.name
  index.url_path[ordinal] = row.url_path
  index.search_text[ordinal] = row.search_text
  index.highlights[ordinal] = row.highlights
  index.launched_on[ordinal] = row.launched_on
}

function putOffers(
  index: ProductIndex,
  ordinal: number,
  colors: readonly ColorRow[],
  pricing: Pricing,
): void {
  const shelves = index.above.get(at(index.category_id, ordinal)) ?? []
  const { country, provinces } = offersOf(colors, shelves, pricing)
  putOffer(index.country, ordinal, country)
  index.thumbnail[ordinal] = country.thumbnail
  index.extras[ordinal] = country.extras
  for (const [province_id, offer] of provinces) {
    entry(index.provinces, province_id, () => new Map()).set(ordinal, offer)
  }
  for (const province_id of colors.flatMap((color) => color.provinces ?? [])) {
    const bits = entry(index.available, province_id, () => createBits(index.capacity))
    setBit(bits, ordinal, true)
  }
}

export function putOffer(view: PriceView, ordinal: number, offer: Offer): void {
  view.list_price[ordinal] = offer.list_price ?? 0
  view.final_price[ordinal] = offer.final_price ?? 0
  view.shelf[ordinal] = offer.shelf
  view.is_in_stock[ordinal] = offer.is_in_stock ? 1 : 0
}

function putFacts(index: ProductIndex, ordinal: number, rows: readonly FactRow[]): void {
  for (const column of index.facts.values()) column.codes[ordinal] = 0
  const present = entry(index.present, at(index.category_id, ordinal), () => new Set<number>())
  for (const row of rows) {
    const column = index.facts.get(row.attribute_id)
    if (!column) continue
    putFact(column, ordinal, row)
    present.add(row.attribute_id)
  }
  let fits_any = false
  for (const need of index.shelves.needs) {
    const bits = index.needs.get(need.need_id)
    if (!bits) continue
    const fits = isNeeded(index, ordinal, need)
    setBit(bits, ordinal, fits)
    fits_any ||= fits
  }
  setBit(index.needed, ordinal, fits_any)
}

export function putTags(index: ProductIndex, { tag_members }: GoodsRows): void {
  const keys = new Map(index.shelves.tags.map((tag) => [tag.product_tag_id, tag.tag_key]))
  for (const { product_tag_id, product_id, position } of tag_members) {
    const ordinal = index.ordinal_of.get(product_id)
    const members = index.tags.get(keys.get(product_tag_id) ?? '')
    if (ordinal !== undefined && hasBit(index.listed, ordinal)) members?.set(ordinal, position)
  }
}

const whole_shop = 0

/** All goods on sale, in the order of their ordinals. */
export function listedOrdinals(index: ProductIndex): Int32Array {
  return entry(index.shelved, whole_shop, () => {
    const all = new Int32Array(index.used)
    let count = 0
    for (let ordinal = 0; ordinal < index.used; ordinal++) {
      if (hasBit(index.listed, ordinal)) all[count++] = ordinal
    }
    return all.slice(0, count)
  })
}

/** All goods on sale of a category and those below it. */
export function branchOrdinals(index: ProductIndex, category_id: number): Int32Array {
  const branch = index.branches.get(category_id)
  if (!branch) return new Int32Array()
  return entry(index.shelved, category_id, () =>
    listedOrdinals(index).filter((ordinal) => branch.has(at(index.category_id, ordinal))),
  )
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
