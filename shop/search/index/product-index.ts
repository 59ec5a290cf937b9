import type { Picture } from '#contracts/storefront/catalog.ts'
import { type Bits, createBits, hasBit } from '#shop/search/index/bits.ts'
import { branchesOf, upwards } from '#shop/search/index/branches.ts'
import { createFactColumn, type FactColumn } from '#shop/search/index/fact-columns.ts'
import type { Extras, Offer } from '#shop/search/index/card-offers.ts'
import type { Taxonomy } from '#shop/search/index/taxonomy-store.ts'

/** Prices and availability of all products as one province sees them. */
export interface PriceView {
  /** đồng; 0 where there is no price. */
  list_price: Float64Array
  final_price: Float64Array
  availability: Uint8Array
  is_in_stock: Uint8Array
}

/**
 * All products as columns: cell `ordinal` of each array is of one product. An ordinal stays with its
 * product for as long as the index lives; what left the shop is no longer `listed`.
 */
export interface ProductIndex {
  taxonomy: Taxonomy
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
  /** Places of brand and category in `taxonomy`: small numbers are counted faster. */
  brand_index: Uint32Array
  category_index: Uint32Array
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
  /** Which products a shop of the province has. */
  available: Map<number, Bits>
  facts: Map<number, FactColumn>
  /** Which attributes products of a category have, by category_id; more than there are do no harm. */
  present: Map<number, Set<number>>
  /** Which products fit a need, its prices aside, by need_id. */
  needs: Map<number, Bits>
  /** Which products fit any need. */
  needed: Bits
  /** By tag_key: its products, each with its place in the tag's own order. */
  tags: Map<string, Map<number, number>>
  /** Products on sale of whole categories, by category_id; 0 stands for all. Emptied by every change. */
  ordinals_by_category: Map<number, Int32Array>
}

/** Room for products that come later; when it is used up the index is made anew. */
const spare = 1.1
const least_spare = 256

export function createIndex(taxonomy: Taxonomy, products: number): ProductIndex {
  const capacity = Math.ceil(products * spare) + least_spare
  const categories = new Map(taxonomy.categories.map((each) => [each.category_id, each]))
  const numbers = () => new Float64Array(capacity)
  const facts = new Map(
    taxonomy.attributes.map((each) => [each.attribute_id, createFactColumn(each, capacity)]),
  )
  return {
    taxonomy,
    branches: branchesOf(taxonomy.categories),
    above: new Map(
      taxonomy.categories.map((each) => [
        each.category_id,
        upwards(categories, each).map((category) => category.category_id),
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
    brand_index: new Uint32Array(capacity),
    category_index: new Uint32Array(capacity),
    places: {
      brands: new Map(taxonomy.brands.map((brand, place) => [brand.brand_id, place])),
      categories: new Map(
        taxonomy.categories.map((category, index) => [category.category_id, index]),
      ),
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
    needs: new Map(taxonomy.needs.map((need) => [need.need_id, createBits(capacity)])),
    needed: createBits(capacity),
    tags: new Map(taxonomy.tags.map((tag) => [tag.tag_key, new Map()])),
    ordinals_by_category: new Map(),
  }
}

export function createView(capacity: number): PriceView {
  return {
    list_price: new Float64Array(capacity),
    final_price: new Float64Array(capacity),
    availability: new Uint8Array(capacity),
    is_in_stock: new Uint8Array(capacity),
  }
}

/** Whether so many new products still find room. */
export function hasRoom(index: ProductIndex, products: number): boolean {
  return index.used + products <= index.capacity
}

const whole_shop = 0

/** All products on sale, in the order of their ordinals. */
export function listedOrdinals(index: ProductIndex): Int32Array {
  return entry(index.ordinals_by_category, whole_shop, () => {
    const all = new Int32Array(index.used)
    let count = 0
    for (let ordinal = 0; ordinal < index.used; ordinal++) {
      if (hasBit(index.listed, ordinal)) all[count++] = ordinal
    }
    return all.slice(0, count)
  })
}

/** All products on sale of a category and those below it. */
export function branchOrdinals(index: ProductIndex, category_id: number): Int32Array {
  const branch = index.branches.get(category_id)
  if (!branch) return new Int32Array()
  return entry(index.ordinals_by_category, category_id, () =>
    listedOrdinals(index).filter((ordinal) => branch.has(at(index.category_id, ordinal))),
  )
}

/** What a map holds under a key, made where there is nothing yet. */
export function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/**
 * A cell of a column; ordinals never lie outside. Not for loops over all products: one function for all
 * kinds of columns is several times slower there than the brackets themselves.
 */
export function at(column: ArrayLike<number>, ordinal: number): number {
  return column[ordinal] as number
}
