import { quote as contract } from '#contracts/storefront/quote.ts'
import {
  priceQuote,
  type PricedQuote,
  type PricingTerms,
  type QuoteToPrice,
} from '#shop/quote/quote.ts'

/** Prices a checkout; refuses `item_not_found` when an item is no longer sold. */
export function pricedOrRefused(quote: QuoteToPrice, terms: PricingTerms): PricedQuote {
  const { priced, gone } = priceQuote(quote, terms)
  if (priced) return priced
  const { item_id, name } = gone
  throw contract.getQuote.refuse('item_not_found', { item_id, name })
}
