import type { ListingQuestion, PriceFacet } from '#contracts/storefront/search.ts'
import { bandName } from '#shop/catalog/tree.ts'
import { upwards } from '#shop/search/index/branches.ts'
import { at } from '#shop/search/index/product-index.ts'
import type { PriceView, ProductIndex } from '#shop/search/index/product-index.ts'

const bands_without_bounds = 5

/** Returns the price range of a list before its price filter, and bands to choose; null if nothing has a price. */
export function priceFacet(
  index: ProductIndex,
  view: PriceView,
  question: ListingQuestion,
  among: Int32Array,
): PriceFacet | null {
  const prices = pricesOf(view, among)
  if (prices.length === 0) return null
  const { min, max } = endsOf(prices)
  const bounds = boundsOf(index, question.category_id) ?? quantileBounds(prices)
  const ends = [null, ...bounds, null]
  const bands = ends.slice(1).map((high, turn) => {
    const low = ends[turn] ?? null
    return {
      min_price: low,
      max_price: high,
      label: bandName(low, high),
      count: countWithin(prices, low, high),
      is_selected: isSelected(question, low, high),
    }
  })
  const is_one = bounds.length === 0
  return {
    min,
    max,
    bands: is_one ? [] : bands.filter((band) => band.count > 0 || band.is_selected),
  }
}

function endsOf(prices: Float64Array): { min: number; max: number } {
  let min = Infinity
  let max = 0
  for (let turn = 0; turn < prices.length; turn++) {
    const price = prices[turn] as number
    if (price < min) min = price
    if (price > max) max = price
  }
  return { min, max }
}

function isSelected(
  { min_price, max_price }: ListingQuestion,
  low: number | null,
  high: number | null,
): boolean {
  return (min_price ?? null) === low && (max_price ?? null) === high
}

function pricesOf(view: PriceView, among: Int32Array): Float64Array {
  const prices = new Float64Array(among.length)
  let count = 0
  for (let turn = 0; turn < among.length; turn++) {
    const price = view.final_price[among[turn] as number] as number
    if (price > 0) prices[count++] = price
  }
  return prices.subarray(0, count)
}

/** Counts prices in a band. Both ends are included, as in the price filter. */
function countWithin(prices: Float64Array, low: number | null, high: number | null): number {
  const [min, max] = [low ?? 0, high ?? Infinity]
  let count = 0
  for (let turn = 0; turn < prices.length; turn++) {
    const price = prices[turn] as number
    if (price >= min && price <= max) count++
  }
  return count
}

/** Returns the bounds that the shop set for the category or its nearest ancestor; null without any. */
function boundsOf(index: ProductIndex, category_id: number | undefined): number[] | null {
  const by_id = new Map(index.taxonomy.categories.map((each) => [each.category_id, each]))
  const category = category_id === undefined ? undefined : by_id.get(category_id)
  const above = category ? upwards(by_id, category) : []
  return above.find((each) => each.price_bounds.length > 0)?.price_bounds ?? null
}

/** This many prices are enough to estimate the distribution. */
const sample_size = 500

/** Returns bounds at round amounts that divide the prices into about equal bands. */
function quantileBounds(prices: Float64Array): number[] {
  const step = Math.ceil(prices.length / sample_size)
  const sorted = Float64Array.from({ length: Math.ceil(prices.length / step) }, (_, turn) =>
    at(prices, turn * step),
  ).sort()
  const bounds = Array.from({ length: bands_without_bounds - 1 }, (_, turn) =>
    roundAmount(at(sorted, Math.floor((sorted.length * (turn + 1)) / bands_without_bounds))),
  )
  return [...new Set(bounds)].filter(
    (bound) => bound > at(sorted, 0) && bound < at(sorted, sorted.length - 1),
  )
}

/** Rounds down to a round amount: 1.230.000 → 1.000.000, 17.900.000 → 15.000.000 … */
function roundAmount(price: number): number {
  const unit = 10 ** Math.floor(Math.log10(price))
  const steps = [1, 1.5, 2, 3, 4, 5, 7, 10]
  const step = steps.findLast((each) => each * unit <= price) ?? 1
  return step * unit
}
