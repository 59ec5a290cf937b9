import type { ListingQuestion } from '#contracts/storefront/search.ts'
import { type Bits, createBits, hasBit } from '#shop/search/index/bits.ts'
import { codesOf } from '#shop/search/index/fact-columns.ts'
import { needBits } from '#shop/search/index/needs.ts'
import type { PriceView, ProductIndex } from '#shop/search/index/product-index.ts'

/**
 * One filter of a question: a product must fit one value of every filter. It is data and not a function,
 * because a loop over all products that calls a different function for each filter is ten times slower.
 */
export type Check = {
  /** The facet's code; `price` and `stock` are no facets. */
  code: string
} & (
  | { kind: 'column'; column: Uint32Array; allowed: Uint8Array }
  | { kind: 'bits'; bits: Bits }
  | { kind: 'price'; prices: Float64Array; min: number; max: number }
)

/** The products that pass a question's filters, and those that nearly do. */
export interface Narrowed {
  /** Products that pass all filters. */
  listed: Int32Array
  /** Products that fail exactly one filter, by its code. That filter's facet counts them together with `listed`. */
  near: Map<string, Int32Array>
}

/** Returns the filters of a question; unknown attribute codes are ignored. */
export function checksOf(index: ProductIndex, view: PriceView, question: ListingQuestion): Check[] {
  const checks = [
    brandCheck(index, question.brand),
    needCheck(index, view, question.need),
    categoryCheck(index, question.filters['category'] ?? []),
    priceCheck(view, question),
    question.in_stock ? stockCheck(index, question.province_id) : null,
    ...Object.entries(question.filters).map(([code, values]) => factCheck(index, code, values)),
  ]
  return checks.filter((check) => check !== null)
}

export function passes(check: Check, ordinal: number): boolean {
  if (check.kind === 'bits') return hasBit(check.bits, ordinal)
  if (check.kind === 'column') return check.allowed[check.column[ordinal] as number] === 1
  const price = check.prices[ordinal] as number
  return price >= check.min && price <= check.max
}

/** Applies all filters to the products, one filter after another. */
export function narrow(among: Int32Array, checks: readonly Check[]): Narrowed {
  if (checks.length === 0) return { listed: among, near: new Map() }
  const failed = new Int16Array(among.length)
  checks.forEach((check, turn) => markFailures(check, turn + 1, among, failed))
  return {
    listed: withMark(among, failed, none),
    near: new Map(checks.map(({ code }, turn) => [code, withMark(among, failed, turn + 1)])),
  }
}

/** Marks of products that fail no filter or several. Products that fail one have its number, from 1 on. */
const none = 0
const several = -1

function markFailures(check: Check, mark: number, among: Int32Array, failed: Int16Array): void {
  if (check.kind === 'bits') return markBits(check.bits, mark, among, failed)
  if (check.kind === 'price') return markPrices(check, mark, among, failed)
  const { column, allowed } = check
  for (let turn = 0; turn < among.length; turn++) {
    const value = column[among[turn] as number] as number
    if (allowed[value] !== 1) failed[turn] = failed[turn] === none ? mark : several
  }
}

function markBits(bits: Bits, mark: number, among: Int32Array, failed: Int16Array): void {
  for (let turn = 0; turn < among.length; turn++) {
    const ordinal = among[turn] as number
    const is_in = ((bits[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1
    if (is_in === 0) failed[turn] = failed[turn] === none ? mark : several
  }
}

function markPrices(
  { prices, min, max }: Extract<Check, { kind: 'price' }>,
  mark: number,
  among: Int32Array,
  failed: Int16Array,
): void {
  for (let turn = 0; turn < among.length; turn++) {
    const price = prices[among[turn] as number] as number
    if (price < min || price > max) failed[turn] = failed[turn] === none ? mark : several
  }
}

function withMark(among: Int32Array, failed: Int16Array, mark: number): Int32Array {
  let count = 0
  for (let turn = 0; turn < failed.length; turn++) if (failed[turn] === mark) count++
  const found = new Int32Array(count)
  count = 0
  for (let turn = 0; count < found.length; turn++) {
    if (failed[turn] === mark) found[count++] = among[turn] as number
  }
  return found
}

function brandCheck(
  { taxonomy, brand_index }: ProductIndex,
  slugs: readonly string[],
): Check | null {
  if (slugs.length === 0) return null
  const allowed = Uint8Array.from(taxonomy.brands, ({ slug }) => (slugs.includes(slug) ? 1 : 0))
  return { code: 'brand', kind: 'column', column: brand_index, allowed }
}

function needCheck(index: ProductIndex, view: PriceView, codes: readonly string[]): Check | null {
  if (codes.length === 0) return null
  const needs = index.taxonomy.needs.filter((need) => codes.includes(need.code))
  return { code: 'need', kind: 'bits', bits: needBits(index, view, needs) }
}

/** Returns the filter for categories by address, each with its descendants. */
function categoryCheck(index: ProductIndex, paths: readonly string[]): Check | null {
  if (paths.length === 0) return null
  const { categories } = index.taxonomy
  const asked = categories.filter((category) => paths.includes(category.url_path))
  const ids = new Set(
    asked.flatMap(({ category_id }) => [...(index.branches.get(category_id) ?? [])]),
  )
  const allowed = Uint8Array.from(categories, ({ category_id }) => (ids.has(category_id) ? 1 : 0))
  return { code: 'category', kind: 'column', column: index.category_index, allowed }
}

function priceCheck(
  view: PriceView,
  { min_price, max_price }: Pick<ListingQuestion, 'min_price' | 'max_price'>,
): Check | null {
  if (min_price === undefined && max_price === undefined) return null
  const min = Math.max(min_price ?? 0, 1)
  return { code: 'price', kind: 'price', prices: view.final_price, min, max: max_price ?? Infinity }
}

function stockCheck(index: ProductIndex, province_id: number): Check {
  const bits = index.available.get(province_id) ?? createBits(index.capacity)
  return { code: 'stock', kind: 'bits', bits }
}

function factCheck(index: ProductIndex, code: string, values: readonly string[]): Check | null {
  const attribute = index.taxonomy.attributes.find((each) => each.code === code)
  const column = attribute && index.facts.get(attribute.attribute_id)
  if (!attribute?.is_filterable || !column || values.length === 0) return null
  const allowed = new Uint8Array(column.values.length)
  for (const value of values) for (const known of codesOf(column, value)) allowed[known] = 1
  return { code, kind: 'column', column: column.codes, allowed }
}
