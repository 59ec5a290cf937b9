import type { OfferProblem } from '#contracts/price-parts.ts'
import { giftsLost } from '#pure/formats/gifts-seen.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import type { OpenQuote, PricedQuote, PricingTerms } from '#shop/quote/quote.ts'

interface Comparison {
  quote: OpenQuote
  /** The checkout as it would be ordered, on these terms. */
  priced: PricedQuote
  terms: PricingTerms
  /** The total that the client sent as shown; null when it sent none. */
  client_total: number | null
  /** The gifts that it sent as shown; null when it sent none. */
  client_gifts: string | null
  /** The names of gifts whose offers are over, by item_id. */
  gift_names: ReadonlyMap<number, string>
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
  client_gifts,
  gift_names,
  problems,
}: Comparison): TotalChange | null {
  const previous_total = client_total ?? quote.grand_total_seen
  const { grand_total } = priced.totals
  const gone = giftsGone(quote, priced, client_gifts, gift_names)
  if (gone.length > 0) return { previous_total, grand_total, problems: [...problems, ...gone] }
  if (previous_total === grand_total) return null
  const { payment, ...before_paying } = terms
  if (payment && previous_total === pricedOrRefused(quote, before_paying).totals.grand_total) {
    const has_offer = priced.totals.adjustments.some(({ rule }) => rule === 'payment')
    if (has_offer) return null
  }
  return { previous_total, grand_total, problems: [...problems] }
}

/**
 * The gifts that the shopper saw and would not get. Where the client does not say what it showed: those a shop lacks.
 */
function giftsGone(
  { gifts_seen = [], gift_items }: Pick<OpenQuote, 'gifts_seen' | 'gift_items'>,
  { gifts_left_out, items }: PricedQuote,
  client_gifts: string | null,
  gift_names: ReadonlyMap<number, string>,
): OfferProblem[] {
  const lost =
    client_gifts === null
      ? gifts_left_out.map(({ item_id }) => item_id).filter((id) => !gifts_seen.includes(id))
      : giftsLost(client_gifts, items)
  return lost.map((item_id) => {
    const name = gift_items.get(item_id)?.name ?? gift_names.get(item_id) ?? ''
    return { item_id, name, reason: 'gift' }
  })
}
