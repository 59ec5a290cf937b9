import type { Picture, ProductCard } from '#contracts/storefront/catalog.ts'
import type { FlashState } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'
import { rowTexts, cardRows } from '#pure/price-rows.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { openMonthly } from '#shop/pricing/installment/lender.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { excludingStep, priceAt } from '#shop/pricing/price/price.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import {
  type Offers,
  offersOnSale,
  type PromotionOffer,
  promotionsFor,
} from '#shop/pricing/promotion/offers.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import {
  pricesByPerson,
  type PricesByPerson,
  savingsOf,
} from '#shop/pricing/price/prices-by-person.ts'
import { offersIn, type OfferTable } from '#shop/pricing/promotion/promotion-table.ts'
import type { ColorRow, GroupPriceRow, ProvincePriceRow } from '#shop/search/index/product-store.ts'

/** The offer that a card shows: that of the cheapest colour in stock, else of the cheapest colour. */
export interface Offer {
  list_price: number | null
  final_price: number | null
  availability: Availability
  /** May be true for an item without a price. */
  is_in_stock: boolean
  thumbnail: Picture | null
  extras: Extras | null
}

/** Optional price information of a card; most products have none. */
export type Extras = Pick<
  ProductCard,
  'price_rows' | 'flash' | 'member_saving' | 'student_saving' | 'promotion' | 'in_parts'
>

/** 0 available, 1 sold out, 2 without a price. Every list is sorted by it first. */
export type Availability = 0 | 1 | 2

/** The data from which prices are calculated, and the time for which they hold. */
export interface Pricing {
  table: OfferTable
  groups: CustomerGroups
  group_prices: ReadonlyMap<number, readonly GroupPriceRow[]>
  province_prices: ReadonlyMap<number, readonly ProvincePriceRow[]>
  /** The smallest monthly payment of goods; null: nobody lends their price. */
  monthlyOf: ReturnType<typeof openMonthly>
  now: Date
}

/** Returns the offer of a version in the whole country, and in each province with its own prices or promotions. */
export function offersOf(
  colors: readonly ColorRow[],
  category_ids: readonly number[],
  pricing: Pricing,
  launched_on: string | null,
): { country: Offer; provinces: Map<number, Offer> } {
  const is_launched = comingDay(launched_on, pricing.now) === null
  const offered = colors.map((color) => {
    const item = { product_id: color.item_id, version_id: color.parent_id, category_ids }
    const is_on_sale = is_launched && color.provinces !== null
    return {
      color,
      offers: offersOnSale(offersIn(pricing.table, item), is_on_sale),
      rows: priceRows(color, pricing),
    }
  })
  const province_ids = new Set(offered.flatMap(provincesOf))
  return {
    country: bestOffer(offered, category_ids, no_province, pricing),
    provinces: new Map(
      [...province_ids].map((province_id) => [
        province_id,
        bestOffer(offered, category_ids, province_id, pricing),
      ]),
    ),
  }
}

interface OfferedColor {
  color: ColorRow
  offers: Offers
  rows: PriceRow[]
}

/** An id that no price row has. */
const no_province = 0

function provincesOf({ rows, offers }: OfferedColor): number[] {
  const own = rows.flatMap((row) => (row.province_id === null ? [] : [row.province_id]))
  return offers.promotions.length === 0
    ? own
    : [...own, ...offers.promotions.flatMap((promotion) => promotion.province_ids ?? [])]
}

function bestOffer(
  offered: readonly OfferedColor[],
  category_ids: readonly number[],
  province_id: number,
  { groups, now, monthlyOf }: Pricing,
): Offer {
  const question = { province_id, now }
  const priced = offered.map(({ color, offers, rows }) => {
    const prices = pricesByPerson(rows, offers, question, groups)
    const availability: Availability = prices === null ? 2 : color.provinces === null ? 1 : 0
    return {
      color,
      offers,
      rows,
      prices,
      availability,
      final: prices?.guest.final_price ?? Infinity,
    }
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
  const monthly = best && monthlyOfColor(best, { category_ids, question, monthlyOf })
  return {
    list_price: guest?.list_price ?? null,
    final_price: guest?.final_price ?? null,
    availability: best?.availability ?? 2,
    is_in_stock: best !== undefined && best.color.provinces !== null,
    thumbnail: best ? thumbnailOf(best.color) : null,
    extras: best?.prices
      ? extrasOf(
          best.prices,
          { promotion: promotionText(best.offers, question, best.prices), monthly },
          now,
        )
      : null,
  }
}

interface InParts {
  category_ids: readonly number[]
  question: { province_id: number; now: Date }
  monthlyOf: Pricing['monthlyOf']
}

/** The smallest monthly payment of a colour that is in stock; undefined: nobody lends its price. */
function monthlyOfColor(
  { prices, availability, offers, rows }: OfferedColor & Pick<Offer, 'availability'> & Priced,
  { category_ids, question, monthlyOf }: InParts,
): number | undefined {
  if (prices === null || availability !== 0) return undefined
  // Prices of a flash sale are for what is paid at once.
  const plain = { ...question, customer_group_id: null, without_flash: true }
  const in_parts =
    offers.flash.length === 0 ? prices.guest : (priceAt(rows, offers, plain) ?? prices.guest)
  return monthlyOf({ price: in_parts.final_price, category_ids }) ?? undefined
}

interface Priced {
  prices: PricesByPerson | null
}

/** Returns only the fields that a product has: an absent field needs no bytes in a list. */
function extrasOf(
  prices: PricesByPerson,
  { promotion, monthly }: { promotion: string | null; monthly: number | undefined },
  now: Date,
): Extras | null {
  const { flash, trace } = prices.guest
  const changes = cardRows(trace)
  const extras: Extras = {
    ...(changes.length === 0 ? {} : { price_rows: rowTexts(changes) }),
    ...(isNear(flash, now) ? { flash } : {}),
    ...savingsOf(prices),
    ...(promotion === null ? {} : { promotion }),
    ...(monthly === undefined ? {} : { in_parts: `Góp từ ${formatDong(monthly)}/tháng` }),
  }
  return Object.keys(extras).length === 0 ? null : extras
}

/** Returns whether a window is open or opens today, in Vietnam. */
function isNear(flash: FlashState | null, now: Date): flash is FlashState {
  if (flash === null) return false
  return flash.state !== 'coming' || vietnamDay(new Date(flash.starts_at)) === vietnamDay(now)
}

/**
 * Returns the promotion text of a card: "Tặng tai nghe Galaxy Buds3 FE +2 ưu đãi". Of alternatives one is told. The
 * rows of the price tell what is in it; what a shopper may take instead is told only if there is nothing more:
 * "Hoặc tặng củ sạc Samsung 45W".
 */
function promotionText(
  { promotions }: Offers,
  question: { province_id: number; now: Date },
  { guest }: PricesByPerson,
): string | null {
  if (promotions.length === 0) return null
  const in_price = new Set(guest.trace.map(({ reference }) => reference))
  // A reduction that is not in the price is worth less than those that are.
  const applicable = promotionsFor(promotions, { ...question, customer_group_id: null }).filter(
    (one) => isGift(one) || in_price.has(one.uuid),
  )
  const groups = Map.groupBy(applicable, ({ choice_group, uuid }) => choice_group ?? uuid)
  const all = [...groups.values()]
  const ofPrice = (group: readonly PromotionOffer[]) =>
    group.some(({ uuid }) => in_price.has(uuid)) || group.every((one) => excludingStep(guest, one))
  const more = all.filter((group) => !ofPrice(group))
  const told = more.find((group) => group.some(isGift)) ?? more[0]
  if (told === undefined) {
    const instead = all.flat().filter(({ uuid }) => !in_price.has(uuid))
    return instead.length === 0 ? null : `Hoặc ${nameOf(instead).replace(/^(?:Tặng|Giảm) /, lower)}`
  }
  const choice = told.length > 1 ? ' hoặc ưu đãi khác' : ''
  const count = more.length > 1 ? ` +${more.length - 1} ưu đãi` : ''
  return `${nameOf(told)}${choice}${count}`
}

/** Of alternatives the gift is named, as it is chosen on the page. */
function nameOf(group: readonly PromotionOffer[]): string {
  return (group.find(isGift) ?? group[0])?.name ?? ''
}

function isGift({ kind }: PromotionOffer): boolean {
  return kind === 'gift'
}

function lower(words: string): string {
  return words.toLowerCase()
}

/** Compares without subtraction: Infinity minus Infinity is NaN. */
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
