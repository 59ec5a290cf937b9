import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import {
  forLinesOf,
  type OpenQuote,
  type PricedQuote,
  type PricingTerms,
} from '#shop/quote/quote.ts'

/** Prices a checkout on the given terms; throws the refusal of an item that is no longer sold. */
export type Pricing = (quote: OpenQuote, terms: PricingTerms) => PricedQuote

/**
 * Caches prices for checkouts that were read together and are priced for the same moment. In a flash sale many
 * customers order the same items: equal checkouts are priced once.
 */
export function pricingWithCache(): Pricing {
  const cache = new Map<string, { quote: OpenQuote; priced: PricedQuote }>()
  return (quote, terms) => {
    const key = pricingKey(quote, terms)
    const cached = cache.get(key)
    if (cached) return forLinesOf(cached.priced, cached.quote, quote)
    const priced = pricedOrRefused(quote, terms)
    cache.set(key, { quote, priced })
    return priced
  }
}

/** Everything that the price depends on and that can differ between the checkouts of one batch. */
function pricingKey(quote: OpenQuote, terms: PricingTerms): string {
  const { province_id, voucher_code, is_without_flash, recipient, lines } = quote
  const { without_flash = false, payment, without = [] } = terms
  const { shipping_method, erp_shop_id } = recipient ?? {}
  const { staff_discount = 0, standing = null, uses_points = false } = quote
  return JSON.stringify([
    [province_id, voucher_code, is_without_flash, staff_discount, shipping_method, erp_shop_id],
    [without_flash, payment?.method, [...without]],
    [standing, uses_points],
    lines.map((line) => [
      line.item.item_id,
      line.item_type,
      line.item_quantity,
      line.main_product_combo_id,
      line.combo_item_id,
      line.chosen_promotions,
      // A slot may be reserved for one of the customers.
      line.item.offers.flash.map(({ slots_left }) => slots_left),
    ]),
  ])
}
