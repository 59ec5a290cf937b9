import type { Picture, ProductCard } from '#contracts/storefront/catalog.ts'
import type { FlashState } from '#contracts/price-parts.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { type Offers, promotionsFor } from '#shop/pricing/promotion/offers.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import {
  pricesByPerson,
  type PricesByPerson,
  savingsOf,
} from '#shop/pricing/price/prices-by-person.ts'
import { offersIn, type OfferTable } from '#shop/pricing/promotion/promotion-table.ts'
import type { ColorRow, GroupPriceRow, ProvincePriceRow } from '#shop/search/index/product-store.ts'

/** What a card stands for: the cheapest colour in stock, else the cheapest. */
export interface Offer {
  list_price: number | null
  final_price: number | null
  availability: Availability
  /** A thing without a price may lie in a shop. */
  is_in_stock: boolean
  thumbnail: Picture | null
  extras: Extras | null
}

/** What a card also says of its price; most products have none of it. */
export type Extras = Pick<ProductCard, 'flash' | 'member_saving' | 'student_saving' | 'promotion'>

/** 0 can be had, 1 sold out, 2 without a price: in this order in every list. */
export type Availability = 0 | 1 | 2

/** What prices are made of, and the moment they are made for. */
export interface Pricing {
  table: OfferTable
  groups: CustomerGroups
  group_prices: ReadonlyMap<number, readonly GroupPriceRow[]>
  province_prices: ReadonlyMap<number, readonly ProvincePriceRow[]>
  now: Date
}

/** The offer of a version in the whole country, and in each province that has prices of its own. */
export function offersOf(
  colors: readonly ColorRow[],
  category_ids: readonly number[],
  pricing: Pricing,
): { country: Offer; provinces: Map<number, Offer> } {
  const offered = colors.map((color) => ({
    color,
    offers: offersIn(pricing.table, {
      product_id: color.item_id,
      version_id: color.parent_id,
      shelves: category_ids,
    }),
    rows: priceRows(color, pricing),
  }))
  const places = new Set(offered.flatMap(placesOf))
  return {
    country: bestOffer(offered, no_province, pricing),
    provinces: new Map([...places].map((place) => [place, bestOffer(offered, place, pricing)])),
  }
}

interface OfferedColor {
  color: ColorRow
  offers: Offers
  rows: PriceRow[]
}

/** No price row has it. */
const no_province = 0

function placesOf({ rows, offers }: OfferedColor): number[] {
  const own = rows.flatMap((row) => (row.province_id === null ? [] : [row.province_id]))
  return offers.promotions.length === 0
    ? own
    : [...own, ...offers.promotions.flatMap((promotion) => promotion.province_ids ?? [])]
}

function bestOffer(
  offered: readonly OfferedColor[],
  province_id: number,
  { groups, now }: Pricing,
): Offer {
  const question = { province_id, now }
  const priced = offered.map(({ color, offers, rows }) => {
    const prices = pricesByPerson(rows, offers, question, groups)
    const availability: Availability = prices === null ? 2 : color.provinces === null ? 1 : 0
    return { color, offers, prices, availability, final: prices?.guest.final_price ?? Infinity }
  })
  const [best] =
    priced.length === 1
      ? priced
      : priced.toSorted(
          (one, other) =>
            one.availability - other.availability ||
            compareNumbers(one.final, other.final) ||
            one.color.item_id - other.color.item_id,
        )
  const guest = best?.prices?.guest
  return {
    list_price: guest?.list_price ?? null,
    final_price: guest?.final_price ?? null,
    availability: best?.availability ?? 2,
    is_in_stock: best !== undefined && best.color.provinces !== null,
    thumbnail: best ? thumbnailOf(best.color) : null,
    extras: best?.prices ? extrasOf(best.prices, promotionWords(best.offers, question), now) : null,
  }
}

/** A list says nothing of what most products have not: an absent field costs no byte. */
function extrasOf(prices: PricesByPerson, promotion: string | null, now: Date): Extras | null {
  const { flash } = prices.guest
  const extras: Extras = {
    ...(isNear(flash, now) ? { flash } : {}),
    ...savingsOf(prices),
    ...(promotion === null ? {} : { promotion }),
  }
  return Object.keys(extras).length === 0 ? null : extras
}

/** Windows that are open, and those that open today on the Vietnamese calendar. */
function isNear(flash: FlashState | null, now: Date): flash is FlashState {
  if (flash === null) return false
  return flash.state !== 'coming' || vietnamDay(new Date(flash.starts_at)) === vietnamDay(now)
}

/** "Tặng củ sạc Samsung 45W và 2 khuyến mãi khác": the grey line of a card. */
function promotionWords(
  { promotions }: Offers,
  question: { province_id: number; now: Date },
): string | null {
  if (promotions.length === 0) return null
  const held = promotionsFor(promotions, { ...question, customer_group_id: null })
  const gift = held.find((promotion) => promotion.kind === 'gift') ?? held[0]
  if (gift === undefined) return null
  return held.length === 1 ? gift.name : `${gift.name} và ${held.length - 1} khuyến mãi khác`
}

/** Infinity less Infinity is no number. */
function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function priceRows(color: ColorRow, { group_prices, province_prices }: Pricing): PriceRow[] {
  const { item_id: product_id, list_price, sale_price } = color
  const rows: PriceRow[] = []
  if (list_price !== null) {
    rows.push({ product_id, customer_group_id: null, province_id: null, list_price, sale_price })
  }
  for (const { province_id, ...row } of province_prices.get(product_id) ?? []) {
    const { list_price: list, sale_price: sale } = row
    rows.push({
      product_id,
      customer_group_id: null,
      province_id,
      list_price: list,
      sale_price: sale,
    })
  }
  for (const { customer_group_id, ...row } of group_prices.get(product_id) ?? []) {
    const { list_price: list, sale_price: sale } = row
    rows.push({
      product_id,
      customer_group_id,
      province_id: null,
      list_price: list,
      sale_price: sale,
    })
  }
  return rows
}

function thumbnailOf({ src, alt, width, height }: ColorRow): Picture | null {
  if (!src || !width || !height) return null
  return { src, alt: alt ?? '', width, height }
}
