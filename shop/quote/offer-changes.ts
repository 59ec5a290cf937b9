import type { Adjustment } from '#contracts/price-parts.ts'
import type { ProvinceChanges } from '#contracts/storefront/quote.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { priceQuote, type QuoteToPrice } from '#shop/quote/quote.ts'

type OfferChange = ProvinceChanges['offers'][number]

/**
 * The voucher and the payment offers that begin or end when a checkout changes from `before` to `after`, each by its
 * name (contract §7 PUT /v1/quote/province); also a voucher whose amount changes.
 */
export function offerChanges(
  before: QuoteToPrice,
  after: QuoteToPrice,
  payment_offers: readonly PaymentOffer[],
  now: Date,
): OfferChange[] {
  const methods = [...new Set(payment_offers.map(({ payment_method }) => payment_method))]
  const adjustmentsOf = (quote: QuoteToPrice, method: string | null) =>
    priceQuote(
      quote,
      method === null ? { now } : { now, payment: { method, offers: payment_offers } },
    ).priced?.totals.adjustments ?? []
  return [null, ...methods].flatMap((method) => {
    const rule = method === null ? 'voucher' : 'payment'
    const changes = changesOf(rule, adjustmentsOf(before, method), adjustmentsOf(after, method))
    return changes
      .filter(({ previous_amount, amount }) => {
        return rule === 'voucher' || previous_amount === 0 || amount === 0
      })
      .map((change) => ({ rule, ...change, payment_method: method }))
  })
}

function changesOf(
  rule: OfferChange['rule'],
  before: readonly Adjustment[],
  after: readonly Adjustment[],
): Pick<OfferChange, 'name' | 'previous_amount' | 'amount'>[] {
  const [previous, next] = [before, after].map((adjustments) =>
    adjustments.find((adjustment) => adjustment.rule === rule),
  )
  const previous_amount = previous?.amount ?? 0
  const amount = next?.amount ?? 0
  if (previous && next && previous.reference === next.reference) {
    return amount === previous_amount ? [] : [{ name: previous.name, previous_amount, amount }]
  }
  return [
    ...(previous ? [{ name: previous.name, previous_amount, amount: 0 }] : []),
    ...(next ? [{ name: next.name, previous_amount: 0, amount }] : []),
  ]
}
