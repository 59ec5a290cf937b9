import type { GraphqlColor, GraphqlRow } from '#shop/views/graphql/graphql-store.ts'
import { comingDay } from '#shop/pricing/item/item.ts'
import { type Price, priceAt, specialPrice } from '#shop/pricing/price/price.ts'
import { offersOnSale } from '#shop/pricing/promotion/offers.ts'
import { promotionPack } from '#shop/views/promotion/promotion-pack.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import { pricesByPerson, type PricesByPerson } from '#shop/pricing/price/prices-by-person.ts'
import type { PromotionTexts } from '#shop/views/promotion/promotion-texts.ts'

/** The data from which GraphQL prices are calculated. */
export interface PricingContext {
  province_id: number
  now: Date
  groups: CustomerGroups
  texts: PromotionTexts
}

/** A product with the colour whose price it shows: the cheapest in stock, else the cheapest. */
export interface PricedRow {
  row: GraphqlRow
  color: GraphqlColor | null
  prices: PricesByPerson | null
  /** 0 available, 1 sold out, 2 without a price. */
  availability: number
}

export function pricedRow(
  row: GraphqlRow,
  { province_id, now, groups }: PricingContext,
): PricedRow {
  const colors = row.colors.map((own) => {
    const is_on_sale = own.is_in_stock && comingDay(own.launched_on, now) === null
    const color = { ...own, offers: offersOnSale(own.offers, is_on_sale) }
    const question = { province_id, now }
    const prices = pricesByPerson(color.price_rows, color.offers, question, groups)
    return { row, color, prices, availability: prices === null ? 2 : color.is_in_stock ? 0 : 1 }
  })
  const [best] = colors.toSorted(
    (one, other) => one.availability - other.availability || paid(one) - paid(other),
  )
  return best ?? { row, color: null, prices: null, availability: 2 }
}

/** Returns the price for a guest. Without a price it is so high that the product sorts last and is in no range. */
export function paid({ prices }: Pick<PricedRow, 'prices'>): number {
  return prices?.guest.final_price ?? Number.MAX_SAFE_INTEGER
}

/** Returns the `filterable` fields of contract §3. */
export function filterable({ row, color, prices }: PricedRow, context: PricingContext): object {
  const guest = prices?.guest ?? null
  return {
    stock: row.stock,
    views: row.views,
    price: guest?.list_price ?? null,
    special_price: guest && specialPrice(guest),
    prices: color ? groupPrices(color, guest, context) : [],
    flash_sale_types: guest?.flash ? [guest.flash.state] : [],
    promotion_pack: promotionPack(row.colors, context, context.texts, context.groups),
    member_promotion: guest && saving(guest, prices?.member ?? null),
    sep_data: guest && saving(guest, prices?.student ?? null),
  }
}

/** Returns the price of members or students, how much less it is than a guest's, and its rules. */
function saving(guest: Price, other: Price | null): object | null {
  if (other === null) return null
  return {
    price: other.final_price,
    saving: guest.final_price - other.final_price,
    price_trace: other.trace,
  }
}

function groupPrices(color: GraphqlColor, guest: Price | null, context: PricingContext): object[] {
  const { groups, province_id, now } = context
  return [...groups.codes].flatMap(([customer_group_id, customer_group]) => {
    const is_student = groups.student.includes(customer_group_id)
    const question = { province_id, now, customer_group_id, is_student }
    const price = priceAt(color.price_rows, color.offers, question)
    if (!price || price.final_price === guest?.final_price) return []
    return [{ customer_group, price: price.list_price, special_price: specialPrice(price) }]
  })
}
