import type { OfferProblem } from '#contracts/price-parts.ts'
import { pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import type { OpenQuote, PricedQuote, PricingTerms } from '#shop/quote/quote.ts'

interface Comparison {
  quote: OpenQuote
  /** The checkout as it would be ordered, on these terms. */
  priced: PricedQuote
  terms: PricingTerms
  /** The total that the client says it showed; null: it does not say. */
  told: number | null
  /** Offers that could not be applied, listed beside the totals. */
  problems: readonly OfferProblem[]
}

export interface TotalChange {
  previous_total: number
  grand_total: number
  problems: OfferProblem[]
}

/**
 * What to say when an order would have another total than the shopper last saw, or lacks a gift that the
 * shop has run out of since (contract §8 grand_total_change); null: nothing. A page that came before the
 * way to pay was chosen showed the total without the offer for it: that this is taken off is no news.
 */
export function totalChange({
  quote,
  priced,
  terms,
  told,
  problems,
}: Comparison): TotalChange | null {
  const previous_total = told ?? quote.grand_total_seen
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
  { gifts_told = [] }: OpenQuote,
  { gifts_left_out }: PricedQuote,
): OfferProblem[] {
  return gifts_left_out
    .filter(({ item_id }) => !gifts_told.includes(item_id))
    .map(({ item_id, name }) => ({ item_id, name, reason: 'gift' }))
}
