import type { z } from 'zod'
import { quote as contract } from '#contracts/storefront/quote.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { orderRows, rowTexts } from '#pure/price-rows.ts'
import { cartAsQuote, type QuoteWithOffers } from '#shop/flows/quote/cart-quote.ts'
import type { QuoteDeps } from '#shop/flows/quote/show-quote.ts'
import { findShownVouchers } from '#shop/flows/quote/shown-vouchers-store.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import { findOpenQuote, findVouchers } from '#shop/quote/quote-store.ts'
import type { PricingTerms } from '#shop/quote/quote.ts'

type Input = z.output<typeof contract.vouchers.input>
type Output = Awaited<ReturnType<Service<typeof contract>['vouchers']>>

/** With each payment method at most so many vouchers are tried: those that take off the most by themselves. */
const max_tried = 4

/** Nothing is selected in the cart. */
const nothing: Output = {
  ...{ entered: null, rows: [], shipping_fee: 0, grand_total: 0 },
  ...{ payment_title: null, before_total: null },
  ...{ vouchers: [], cheapest: null },
}

/**
 * The vouchers that the shop shows to this buyer, each with what it takes off the open checkout or the selected lines
 * of the cart, or why it does not apply, and the cheapest way to pay: a voucher together with a payment method.
 */
export async function listVouchers(
  { db, now, gateways }: QuoteDeps & { gateways: readonly Gateway[] },
  caller: Caller,
  { of, province_id, payment_method, before_method, before_code }: Input,
): Promise<Output> {
  const asked_at = now()
  const quote =
    of === 'cart'
      ? await cartAsQuote(db, caller, province_id, asked_at)
      : await findOpenQuote(db, caller.customer_id, asked_at)
  if (!quote && of === 'cart') return nothing
  if (!quote) throw contract.vouchers.refuse('quote_not_found')
  const shown = await findShownVouchers(db, quote, asked_at)
  const offers = await findVouchers(
    db,
    shown.map(({ code }) => code),
  )
  const before = before_method === undefined ? null : { method: before_method, code: before_code }
  const entered = quote.voucher?.code ?? null
  const terms = { now: asked_at }
  const listed = shown.flatMap(({ code, description }) => {
    const voucher = offers.get(code)
    if (!voucher) return []
    const { name, ends_at } = voucher
    const valid_until = ends_at === null ? null : new Date(ends_at).toISOString()
    const about = { code, name, description, valid_until, is_entered: code === entered }
    return [{ ...about, ...discountOf(withVoucher(quote, voucher), terms) }]
  })
  const vouchers = listed.toSorted((one, other) => other.amount - one.amount)
  const usable = vouchers.filter(({ amount }) => amount > 0).slice(0, max_tried)
  const tried = [
    quote.voucher,
    null,
    ...usable.flatMap(({ code }) => (code === entered ? [] : (offers.get(code) ?? []))),
  ]
  const ways = { gateways, terms, offers: await findPaymentOffers(db, asked_at) }
  return {
    ...asEntered(quote, ways, payment_method),
    before_total: before && totalBefore(quote, before, offers, ways),
    vouchers,
    cheapest: cheapestWay(quote, tried, ways),
  }
}

interface Ways {
  gateways: readonly Gateway[]
  terms: PricingTerms
  offers: NonNullable<PricingTerms['payment']>['offers']
}

/** What it costs with the entered voucher and a payment method, row by row. */
function asEntered(
  quote: QuoteWithOffers,
  { gateways, terms, offers }: Ways,
  payment_method: string | undefined,
): Pick<Output, 'entered' | 'rows' | 'shipping_fee' | 'grand_total' | 'payment_title'> {
  const gateway = gateways.find(({ code }) => code === payment_method)
  const asked = gateway ? { ...terms, payment: { method: gateway.code, offers } } : terms
  const { items, totals, voucher } = pricedOrRefused(quote, asked)
  const amount = totals.adjustments.find(({ rule }) => rule === 'voucher')?.amount ?? 0
  const { shipping_fee, grand_total } = totals
  const entered = voucher && { ...voucher, amount }
  const rows = rowTexts(orderRows(items, totals))
  return { entered, rows, shipping_fee, grand_total, payment_title: gateway?.title ?? null }
}

/**
 * What it cost with another method and voucher. Only shown vouchers are looked at: this answers as often as one likes,
 * so it must not tell whether a guessed code exists.
 */
function totalBefore(
  quote: QuoteWithOffers,
  { method, code }: { method: string; code: string },
  shown: ReadonlyMap<string, VoucherOffer>,
  { terms, offers }: Ways,
): number | null {
  const voucher = shown.get(code) ?? null
  if (voucher === null && code !== '') return null
  const asked = { ...terms, payment: { method, offers } }
  return pricedOrRefused(withVoucher(quote, voucher), asked).totals.grand_total
}

function withVoucher(quote: QuoteWithOffers, voucher: VoucherOffer | null): QuoteWithOffers {
  return { ...quote, voucher_code: voucher?.code ?? null, voucher }
}

/** What the voucher takes off, and why it takes off nothing. */
function discountOf(quote: QuoteWithOffers, terms: PricingTerms) {
  const { voucher, totals } = pricedOrRefused(quote, terms)
  const amount = totals.adjustments.find(({ rule }) => rule === 'voucher')?.amount ?? 0
  return { amount, problem: voucher?.problem ?? null }
}

/** The voucher and the payment method with the lowest total. Among equals the one that changes least. */
function cheapestWay(
  quote: QuoteWithOffers,
  tried: readonly (VoucherOffer | null)[],
  { gateways, terms, offers }: Ways,
): Output['cheapest'] {
  const shipping_method = quote.recipient?.shipping_method ?? 'home_delivery'
  let cheapest: Output['cheapest'] = null
  for (const voucher of tried) {
    for (const { code: method, title, isOffered } of gateways) {
      const asked = { ...terms, payment: { method, offers } }
      const { totals, is_online_only } = pricedOrRefused(withVoucher(quote, voucher), asked)
      const { grand_total, adjustments } = totals
      if (!isOffered({ amount: grand_total, shipping_method, is_online_only })) continue
      if (cheapest !== null && cheapest.grand_total <= grand_total) continue
      const has = (wanted: string) => adjustments.some(({ rule }) => rule === wanted)
      cheapest = {
        voucher_code: has('voucher') ? (voucher?.code ?? null) : null,
        payment_method: method,
        payment_title: title,
        needs_method: has('payment'),
        grand_total,
      }
    }
  }
  return cheapest
}
