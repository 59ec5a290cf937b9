import type { CustomerId } from '#pure/ids.ts'
import { quote as contract } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'
import { paymentOfferRows } from '#shop/pricing/payment-offer/payment-offer-rows.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { findOpenQuotes } from '#shop/quote/quote-store.ts'
import {
  priceQuote,
  type OpenQuote,
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

/** The open checkouts of customers with all data that their prices depend on, by customer_id. */
export async function openQuotes(
  db: Database,
  customer_ids: readonly CustomerId[],
  now: Date,
): Promise<Map<number, OpenQuote>> {
  return findOpenQuotes(db, customer_ids, now)
}

/** The current offers for payment methods; read once for all checkouts that are priced together. */
export async function paymentOffers(db: Database, now: Date): Promise<PaymentOffer[]> {
  return (await paymentOfferRows(now).execute(db)).rows
}
