import type { Adjustment } from '#contracts/price-parts.ts'
import type { ProvinceChanges } from '#contracts/storefront/quote.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { priceQuote, type QuoteToPrice } from '#shop/quote/quote.ts'

type OfferChange = ProvinceChanges['offers'][number]

/**
 * The voucher and the offers for ways to pay that begin or end when one checkout is priced as another,
 * each by its name (contract §7 PUT /v1/quote/province); also a voucher that takes off another amount.
 */
export function offerChanges(
  before: QuoteToPrice,
  after: QuoteToPrice,
  payment_offers: readonly PaymentOffer[],
  now: Date,
): OfferChange[] {
  const methods = [...new Set(payment_offers.map(({ payment_method }) => payment_method))]
  const takenOff = (quote: QuoteToPrice, method: string | null) =>
    priceQuote(
      quote,
      method === null ? { now } : { now, payment: { method, offers: payment_offers } },
    ).priced?.totals.adjustments ?? []
  return [null, ...methods].flatMap((method) => {
    const rule = method === null ? 'voucher' : 'payment'
    const changes = changesOf(rule, takenOff(before, method), takenOff(after, method))
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
  const [here, there] = [before, after].map((list) => list.find((one) => one.rule === rule))
  const previous_amount = here?.amount ?? 0
  const amount = there?.amount ?? 0
  if (here && there && here.reference === there.reference) {
    return amount === previous_amount ? [] : [{ name: here.name, previous_amount, amount }]
  }
  return [
    ...(here ? [{ name: here.name, previous_amount, amount: 0 }] : []),
    ...(there ? [{ name: there.name, previous_amount: 0, amount }] : []),
  ]
}
