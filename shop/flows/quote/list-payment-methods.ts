import { quote as contract } from '#contracts/storefront/quote.ts'
import type { UnavailableOffer } from '#contracts/price-parts.ts'
import type { Caller, Service } from '#pure/contract.ts'
import type { QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { offerProblem } from '#shop/pricing/payment-offer/offer-for-lines.ts'
import { type PaymentOffer, paymentOffersFor } from '#shop/pricing/payment-offer/payment-offer.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import { findOpenQuote } from '#shop/quote/quote-store.ts'
import { type OpenQuote, type PricedQuote, questionOf } from '#shop/quote/quote.ts'

type Output = Awaited<ReturnType<Service<typeof contract>['paymentMethods']>>

/** The payment methods for the open checkout, each with its reduction and the resulting total. */
export async function listPaymentMethods(
  { db, now, gateways }: QuoteDeps & { gateways: readonly Gateway[] },
  { customer_id }: Caller,
): Promise<Output> {
  const asked_at = now()
  const quote = await findOpenQuote(db, customer_id, asked_at)
  if (!quote) throw contract.paymentMethods.refuse('quote_not_found')
  const offers = await findPaymentOffers(db, asked_at)
  const shipping_method = quote.recipient?.shipping_method ?? 'home_delivery'
  const payment_methods = gateways.flatMap(({ code, title, description, icon, isOffered }) => {
    const priced = pricedOrRefused(quote, { now: asked_at, payment: { method: code, offers } })
    const { is_online_only } = priced
    const { grand_total, adjustments } = priced.totals
    if (!isOffered({ amount: grand_total, shipping_method, is_online_only })) return []
    const offer = adjustments.find(({ rule }) => rule === 'payment') ?? null
    const shown = offer && { name: offer.name, amount: offer.amount }
    const method = { code, title, description, icon: icon ?? code, grand_total, adjustments }
    const current = paymentOffersFor(offers, code, questionOf(quote, { now: asked_at }), undefined)
    const unavailable_offers = shown ? [] : unavailable(current, quote, priced)
    return [{ ...method, offer: shown, unavailable_offers }]
  })
  return { payment_methods }
}

/** The offers of a payment method that this checkout cannot have, with the reasons. */
function unavailable(
  offers: readonly PaymentOffer[],
  { lines }: OpenQuote,
  { items, totals }: PricedQuote,
): UnavailableOffer[] {
  const final = items.map(({ item_id, line_total, price_trace }) => ({
    item: lines.find(({ item }) => item.item_id === item_id)?.item ?? null,
    line_total,
    rules: price_trace.map((step) => ({ ...step, choice_group: null })),
  }))
  const vouchers = totals.adjustments
    .filter(({ rule }) => rule === 'voucher')
    .map((voucher) => ({ rule: { ...voucher, choice_group: null }, amount: voucher.amount }))
  return offers.flatMap((offer) => {
    const problem = offerProblem(offer, final, vouchers)
    return problem === null ? [] : [{ name: offer.name, problem }]
  })
}
