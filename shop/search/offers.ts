import type { Picture } from '#contracts/catalog.ts'
import { priceAt } from '#shop/price/price.ts'
import type { PriceRow } from '#shop/price/table-price.ts'
import { no_offers } from '#shop/promotion/offers.ts'
import type { ColorRow, ProvincePriceRow } from '#shop/search/goods-store.ts'

/** What a card stands for: the cheapest colour in stock, else the cheapest. */
export interface Offer {
  list_price: number | null
  final_price: number | null
  shelf: Shelf
  /** A thing without a price may lie in a shop. */
  is_in_stock: boolean
  thumbnail: Picture | null
}

/** 0 can be had, 1 sold out, 2 without a price: in this order in every list. */
export type Shelf = 0 | 1 | 2

/** The offer of a version in the whole country, and in each province that has prices of its own. */
export function offersOf(
  colors: readonly ColorRow[],
  province_prices: readonly ProvincePriceRow[],
): { country: Offer; provinces: Map<number, Offer> } {
  const places = new Set(province_prices.map((row) => row.province_id))
  const by_item = Map.groupBy(province_prices, (row) => row.item_id)
  return {
    country: bestOffer(colors, by_item, no_province),
    provinces: new Map([...places].map((place) => [place, bestOffer(colors, by_item, place)])),
  }
}

/** No price row has it. */
const no_province = 0

function bestOffer(
  colors: readonly ColorRow[],
  province_prices: ReadonlyMap<number, readonly ProvincePriceRow[]>,
  province_id: number,
): Offer {
  const priced = colors.map((color) => {
    const rows = priceRows(color, province_prices.get(color.item_id) ?? [])
    const price = priceAt(rows, no_offers, {
      province_id,
      customer_group_id: null,
      now: new Date(0),
    })
    const shelf: Shelf = price === null ? 2 : color.provinces === null ? 1 : 0
    return { color, price, shelf, final: price?.final_price ?? Infinity }
  })
  const [best] = priced.toSorted(
    (one, other) =>
      one.shelf - other.shelf ||
      compareNumbers(one.final, other.final) ||
      one.color.item_id - other.color.item_id,
  )
  return {
    list_price: best?.price?.list_price ?? null,
    final_price: best?.price?.final_price ?? null,
    shelf: best?.shelf ?? 2,
    is_in_stock: best !== undefined && best.color.provinces !== null,
    thumbnail: best ? thumbnailOf(best.color) : null,
  }
}

/** Infinity less Infinity is no number. */
function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function priceRows(color: ColorRow, here: readonly ProvincePriceRow[]): PriceRow[] {
  const { item_id: product_id, list_price, sale_price } = color
  const common = { product_id, customer_group_id: null }
  const country =
    list_price === null ? [] : [{ ...common, province_id: null, list_price, sale_price }]
  const provinces = here.map((row) => ({
    ...common,
    province_id: row.province_id,
    list_price: row.list_price,
    sale_price: row.sale_price,
  }))
  return [...country, ...provinces]
}

function thumbnailOf({ src, alt, width, height }: ColorRow): Picture | null {
  if (!src || !width || !height) return null
  return { src, alt: alt ?? '', width, height }
}
