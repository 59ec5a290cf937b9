import type { ListingQuestion } from '#contracts/search.ts'
import { hasBit } from '#shop/search/bits.ts'
import { codesOf } from '#shop/search/fact-columns.ts'
import { priceBoundsOf } from '#shop/search/needs.ts'
import type { PriceView, ProductIndex } from '#shop/search/product-index.ts'

/** One filter of a question: values of one widen, different ones narrow. */
export interface Check {
  /** The facet's code; `price` and `stock` are those of no facet. */
  code: string
  passes: (ordinal: number) => boolean
}

/** What a question's filters leave. */
export interface Narrowed {
  /** Passes all. */
  listed: Int32Array
  /** Fails one filter alone, by its code: with `listed` it is what that filter's facet counts. */
  near: Map<string, Int32Array>
}

/** Which filters a question has; codes that nobody knows count as not asked for. */
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

/** Puts goods through all filters in one pass. */
export function narrow(among: Int32Array, checks: readonly Check[]): Narrowed {
  if (checks.length === 0) return { listed: among, near: new Map() }
  const listed = new Int32Array(among.length)
  const near = checks.map((): number[] => [])
  let count = 0
  for (let turn = 0; turn < among.length; turn++) {
    const ordinal = among[turn] as number
    const failed = onlyFailure(checks, ordinal)
    if (failed === none) listed[count++] = ordinal
    else if (failed !== several) near[failed]?.push(ordinal)
  }
  return {
    listed: listed.slice(0, count),
    near: new Map(checks.map(({ code }, turn) => [code, Int32Array.from(near[turn] ?? [])])),
  }
}

const none = -1
const several = -2

function onlyFailure(checks: readonly Check[], ordinal: number): number {
  let failed = none
  for (let turn = 0; turn < checks.length; turn++) {
    if (checks[turn]?.passes(ordinal) === true) continue
    if (failed !== none) return several
    failed = turn
  }
  return failed
}

function brandCheck(index: ProductIndex, slugs: readonly string[]): Check | null {
  if (slugs.length === 0) return null
  const asked = index.shelves.brands.filter((brand) => slugs.includes(brand.slug))
  const ids = new Set(asked.map((brand) => brand.brand_id))
  return { code: 'brand', passes: (ordinal) => ids.has(index.brand_id[ordinal] as number) }
}

function needCheck(index: ProductIndex, view: PriceView, codes: readonly string[]): Check | null {
  if (codes.length === 0) return null
  const tests = index.shelves.needs
    .filter((need) => codes.includes(need.code))
    .map((need) => needTest(index, view, need))
  return { code: 'need', passes: (ordinal) => tests.some((test) => test(ordinal)) }
}

/** Whether a product fits a need, its price in the view included. */
export function needTest(
  index: ProductIndex,
  view: PriceView,
  need: ProductIndex['shelves']['needs'][number],
): (ordinal: number) => boolean {
  const bits = index.needs.get(need.need_id)
  const { min, max } = priceBoundsOf(need)
  if (!bits) return () => false
  if (min === 0 && max === Infinity) return (ordinal) => hasBit(bits, ordinal)
  return (ordinal) => {
    const price = view.final_price[ordinal] as number
    return hasBit(bits, ordinal) && price > 0 && price >= min && price <= max
  }
}

/** Categories by their addresses, each with all below it. */
function categoryCheck(index: ProductIndex, paths: readonly string[]): Check | null {
  if (paths.length === 0) return null
  const asked = index.shelves.categories.filter((category) => paths.includes(category.url_path))
  const ids = new Set(
    asked.flatMap(({ category_id }) => [...(index.branches.get(category_id) ?? [])]),
  )
  return { code: 'category', passes: (ordinal) => ids.has(index.category_id[ordinal] as number) }
}

function priceCheck(
  view: PriceView,
  { min_price, max_price }: Pick<ListingQuestion, 'min_price' | 'max_price'>,
): Check | null {
  if (min_price === undefined && max_price === undefined) return null
  const min = Math.max(min_price ?? 0, 1)
  const max = max_price ?? Infinity
  return {
    code: 'price',
    passes: (ordinal) => {
      const price = view.final_price[ordinal] as number
      return price >= min && price <= max
    },
  }
}

function stockCheck(index: ProductIndex, province_id: number): Check {
  const bits = index.available.get(province_id)
  return { code: 'stock', passes: (ordinal) => bits !== undefined && hasBit(bits, ordinal) }
}

function factCheck(index: ProductIndex, code: string, values: readonly string[]): Check | null {
  const attribute = index.shelves.attributes.find((each) => each.code === code)
  const column = attribute && index.facts.get(attribute.attribute_id)
  if (!attribute?.is_filterable || !column || values.length === 0) return null
  const asked = new Uint8Array(column.values.length)
  for (const value of values) for (const known of codesOf(column, value)) asked[known] = 1
  return { code, passes: (ordinal) => asked[column.codes[ordinal] as number] === 1 }
}
