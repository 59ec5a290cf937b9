import type { OfferProblem } from '#contracts/price-parts.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import type { OpenQuote, PricedQuote, PricingTerms } from '#shop/quote/quote.ts'

interface Comparison {
  quote: OpenQuote
  /** The checkout as it would be ordered, on these terms. */
  priced: PricedQuote
  terms: PricingTerms
  /** The total that the client sent as shown; null when it sent none. */
  client_total: number | null
  /** Offers that could not be applied, listed beside the totals. */
  problems: readonly OfferProblem[]
}

interface TotalChange {
  previous_total: number
  grand_total: number
  problems: OfferProblem[]
}

/**
 * The change to confirm when an order's total differs from the total that the shopper last saw, or when a gift has
 * run out since (contract §8 grand_total_change); null when nothing changed. A page shown before the payment method
 * was chosen had the total without that method's offer: this reduction needs no confirmation.
 */
export function totalChange({
  quote,
  priced,
  terms,
  client_total,
  problems,
}: Comparison): TotalChange | null {
  const previous_total = client_total ?? quote.grand_total_seen
  const { grand_total } = priced.totals
  const gone = giftsGone(quote, priced)
  if (gone.length > 0) return { previous_total, grand_total, problems: [...problems, ...gone] }
  if (previous_total === grand_total) return null
  const { payment, ...before_paying } = terms
  if (payment && previous_total === pricedOrRefused(quote, before_paying).totals.grand_total) {
    const has_offer = priced.totals.adjustments.some(({ rule }) => rule === 'payment')
    if (has_offer) return null
  }
  return { previous_total, grand_total, problems: [...problems] }
}

function giftsGone(
  { gifts_seen = [] }: OpenQuote,
  { gifts_left_out }: PricedQuote,
): OfferProblem[] {
  return gifts_left_out
    .filter(({ item_id }) => !gifts_seen.includes(item_id))
    .map(({ item_id, name }) => ({ item_id, name, reason: 'gift' }))
}
