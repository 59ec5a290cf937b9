import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import {
  forLinesOf,
  type OpenQuote,
  type PricedQuote,
  type PricingTerms,
} from '#shop/quote/quote.ts'

export type PriceOf = (quote: OpenQuote, terms: PricingTerms) => PricedQuote

/**
 * Prices checkouts that were read together, on terms of one moment. In a flash sale a crowd wants the
 * very same: what was priced for one is not priced again for the next.
 */
export function priceTogether(): PriceOf {
  const known = new Map<string, { quote: OpenQuote; priced: PricedQuote }>()
  return (quote, terms) => {
    const key = whatThePriceHangsOn(quote, terms)
    const same = known.get(key)
    if (same) return forLinesOf(same.priced, same.quote, quote)
    const priced = pricedOrRefused(quote, terms)
    known.set(key, { quote, priced })
    return priced
  }
}

/** Everything of a checkout and its terms that differs between those of one batch. */
function whatThePriceHangsOn(quote: OpenQuote, terms: PricingTerms): string {
  const { province_id, voucher_code, is_without_flash, recipient, lines } = quote
  const { without_flash = false, payment, is_student, customer_group_id, without = [] } = terms
  return JSON.stringify([
    [
      province_id,
      voucher_code,
      is_without_flash,
      recipient?.shipping_method,
      recipient?.erp_shop_id,
    ],
    [without_flash, payment?.method, is_student, customer_group_id, [...without]],
    lines.map((line) => [
      line.item.item_id,
      line.item_type,
      line.item_quantity,
      line.main_product_combo_id,
      line.combo_item_id,
      line.chosen_promotions,
      // A slot may be kept for one of them by name.
      line.item.offers.flash.map(({ slots_left }) => slots_left),
    ]),
  ])
}
