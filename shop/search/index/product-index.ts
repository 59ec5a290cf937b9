import type { Picture } from '#contracts/storefront/catalog.ts'
import { type Bits, createBits, hasBit } from '#shop/search/index/bits.ts'
import { branchesOf, upwards } from '#shop/search/index/branches.ts'
import { createFactColumn, type FactColumn } from '#shop/search/index/fact-columns.ts'
import type { Extras, Offer } from '#shop/search/index/card-offers.ts'
import type { Taxonomy } from '#shop/search/index/taxonomy-store.ts'

/** Prices and availability of all products in one province. */
export interface PriceView {
  /** In đồng; 0 without a price. */
  list_price: Float64Array
  final_price: Float64Array
  availability: Uint8Array
  is_in_stock: Uint8Array
}

/**
 * All products as columns: the cells at `ordinal` of all arrays belong to one product. An ordinal belongs to its
 * product for the lifetime of the index; products that are no longer on sale are not `listed`.
 */
export interface ProductIndex {
  taxonomy: Taxonomy
  /** Ids of a category and its descendants, by category id. */
  branches: ReadonlyMap<number, ReadonlySet<number>>
  /** Ids of a category and its ancestors, nearest first, by category id. */
  above: ReadonlyMap<number, readonly number[]>
  capacity: number
  used: number
  ordinal_of: Map<number, number>
  listed: Bits
  product_id: Float64Array
  family_id: Float64Array
  brand_id: Float64Array
  category_id: Float64Array
  /** Positions of brand and category in `taxonomy`: small numbers are counted faster. */
  brand_index: Uint32Array
  category_index: Uint32Array
  positions: { brands: Map<number, number>; categories: Map<number, number> }
  position: Float64Array
  views: Float64Array
  sold: Float64Array
  name: string[]
  url_path: string[]
  highlights: string[][]
  /** "★ 4,9 (12)"; empty without reviews. */
  rating: string[]
  launched_on: (string | null)[]
  thumbnail: (Picture | null)[]
  extras: (Extras | null)[]
  country: PriceView
  /** Offers that differ from the country's, by province and ordinal. */
  provinces: Map<number, Map<number, Offer>>
  /** Products that at least one shop of the province has in stock, by province. */
  available: Map<number, Bits>
  facts: Map<number, FactColumn>
  /** Attributes that products of a category have, by category_id. Obsolete entries do no harm. */
  present: Map<number, Set<number>>
  /** Products that fit a need except for its price conditions, by need_id. */
  needs: Map<number, Bits>
  /** Products that fit at least one need. */
  needed: Bits
  /** Products of a tag by ordinal, each with its position in the tag's own order; by tag_key. */
  tags: Map<string, Map<number, number>>
  /** Listed products of whole categories, by category_id; 0 stands for all. Cleared by every change. */
  ordinals_by_category: Map<number, Int32Array>
}

/** Spare capacity for new products; when it is used up, the index is built again. */
const spare = 1.1
const min_spare = 256

export function createIndex(taxonomy: Taxonomy, products: number): ProductIndex {
  const capacity = Math.ceil(products * spare) + min_spare
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
    positions: {
      brands: new Map(taxonomy.brands.map((brand, position) => [brand.brand_id, position])),
      categories: new Map(
        taxonomy.categories.map((category, index) => [category.category_id, index]),
      ),
    },
    position: numbers(),
    views: numbers(),
    sold: numbers(),
    name: [],
    url_path: [],
    highlights: [],
    rating: [],
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

function createView(capacity: number): PriceView {
  return {
    list_price: new Float64Array(capacity),
    final_price: new Float64Array(capacity),
    availability: new Uint8Array(capacity),
    is_in_stock: new Uint8Array(capacity),
  }
}

/** Returns whether the index has capacity for this many new products. */
export function hasCapacity(index: ProductIndex, products: number): boolean {
  return index.used + products <= index.capacity
}

const whole_shop = 0

/** Returns all listed products in the order of their ordinals. */
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

/** Returns all listed products of a category and its descendants. */
export function branchOrdinals(index: ProductIndex, category_id: number): Int32Array {
  const branch = index.branches.get(category_id)
  if (!branch) return new Int32Array()
  return entry(index.ordinals_by_category, category_id, () =>
    listedOrdinals(index).filter((ordinal) => branch.has(at(index.category_id, ordinal))),
  )
}

/** Returns the value of a key; creates and stores it if there is none. */
export function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/**
 * Returns a cell of a column; ordinals are always within it. Not for loops over all products: one function for
 * all kinds of columns is several times slower there than indexing.
 */
export function at(column: ArrayLike<number>, ordinal: number): number {
  return column[ordinal] as number
}
