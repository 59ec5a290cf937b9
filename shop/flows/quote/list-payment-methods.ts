import { quote as contract } from '#contracts/storefront/quote.ts'
import type { Caller, Service } from '#pure/contract.ts'
import type { QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { paymentOffers, pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import { findOpenQuote } from '#shop/quote/quote-store.ts'

type Output = Awaited<ReturnType<Service<typeof contract>['paymentMethods']>>

/** Ways to pay for the open checkout, each with what is taken off for it and the total it leads to. */
export async function listPaymentMethods(
  { db, now, gateways }: QuoteDeps & { gateways: readonly Gateway[] },
  { customer_id }: Caller,
): Promise<Output> {
  const asked_at = now()
  const quote = await findOpenQuote(db, customer_id, asked_at)
  if (!quote) throw contract.paymentMethods.refuse('quote_not_found')
  const offers = await paymentOffers(db, asked_at)
  const shipping_method = quote.recipient?.shipping_method ?? 'home_delivery'
  const payment_methods = gateways.flatMap(({ code, title, description, icon, isOffered }) => {
    const priced = pricedOrRefused(quote, { now: asked_at, payment: { method: code, offers } })
    const { is_online_only } = priced
    const { grand_total, adjustments } = priced.totals
    if (!isOffered({ grand_total, shipping_method, is_online_only })) return []
    const offer = adjustments.find(({ rule }) => rule === 'payment') ?? null
    const what = { code, title, description, icon: icon ?? code, grand_total }
    return [{ ...what, offer: offer && { name: offer.name, amount: offer.amount } }]
  })
  return { payment_methods }
}
