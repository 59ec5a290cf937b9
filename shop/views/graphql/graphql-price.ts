import type { GraphqlColor, GraphqlRow } from '#shop/views/graphql/graphql-store.ts'
import { type Price, priceAt, specialPrice } from '#shop/pricing/price/price.ts'
import { promotionPack } from '#shop/views/promotion/promotion-pack.ts'
import type { CustomerGroups } from '#shop/customer/customer-group.ts'
import { pricesByPerson, type PricesByPerson } from '#shop/pricing/price/prices-by-person.ts'
import type { PromotionTexts } from '#shop/views/promotion/promotion-texts.ts'

/** What GraphQL prices by. */
export interface PriceParts {
  province_id: number
  now: Date
  groups: CustomerGroups
  texts: PromotionTexts
}

/** A product with the colour that it is priced by: the cheapest in stock, else the cheapest. */
export interface PricedRow {
  row: GraphqlRow
  color: GraphqlColor | null
  prices: PricesByPerson | null
  /** 0 can be had, 1 sold out, 2 without a price. */
  shelf: number
}

export function pricedRow(row: GraphqlRow, { province_id, now, groups }: PriceParts): PricedRow {
  const colors = row.colors.map((color) => {
    const question = { province_id, now }
    const prices = pricesByPerson(color.price_rows, color.offers, question, groups)
    return { row, color, prices, shelf: prices === null ? 2 : color.is_in_stock ? 0 : 1 }
  })
  const [best] = colors.toSorted((one, other) => one.shelf - other.shelf || paid(one) - paid(other))
  return best ?? { row, color: null, prices: null, shelf: 2 }
}

/** What a guest pays; without a price it sorts last and lies in no range. */
export function paid({ prices }: Pick<PricedRow, 'prices'>): number {
  return prices?.guest.final_price ?? Number.MAX_SAFE_INTEGER
}

/** The filterable part of contract §3. */
export function filterable({ row, color, prices }: PricedRow, parts: PriceParts): object {
  const guest = prices?.guest ?? null
  return {
    stock: row.stock,
    views: row.views,
    price: guest?.list_price ?? null,
    special_price: guest && specialPrice(guest),
    prices: color ? groupPrices(color, guest, parts) : [],
    flash_sale_types: guest?.flash ? [guest.flash.state] : [],
    promotion_pack: promotionPack(row.colors, parts, parts.texts, parts.groups),
    member_promotion: guest && saving(guest, prices?.member ?? null),
    sep_data: guest && saving(guest, prices?.student ?? null),
  }
}

/** What somebody else pays less than a guest, and by which rules. */
function saving(guest: Price, other: Price | null): object | null {
  if (other === null) return null
  return {
    price: other.final_price,
    saving: guest.final_price - other.final_price,
    price_trace: other.trace,
  }
}

function groupPrices(color: GraphqlColor, guest: Price | null, parts: PriceParts): object[] {
  const { groups, province_id, now } = parts
  return [...groups.codes].flatMap(([customer_group_id, customer_group]) => {
    const is_student = groups.student.includes(customer_group_id)
    const question = { province_id, now, customer_group_id, is_student }
    const price = priceAt(color.price_rows, color.offers, question)
    if (!price || price.final_price === guest?.final_price) return []
    return [{ customer_group, price: price.list_price, special_price: specialPrice(price) }]
  })
}
