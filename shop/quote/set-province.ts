import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { InvalidInput } from '#pure/contract.ts'
import { retailerProvince } from '#shop/location/place-of-ward.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { no_such_province } from '#shop/quote/address.ts'
import { paymentOffers, pricedOrRefused } from '#shop/quote/quote-for-order.ts'
import { provinceChanges } from '#shop/quote/province-changes.ts'
import { findOpenQuote, lockCustomer, updateProvince } from '#shop/quote/quote-store.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'
import { showQuote } from '#shop/quote/show-quote.ts'
import { suppliesIn } from '#shop/inventory/stock/find-supplies.ts'

interface Wish {
  province_id: number
  is_confirmed: boolean
  /** The ways to pay whose offers are told of. */
  gateways: readonly Pick<Gateway, 'code'>[]
}

/**
 * Prices the open checkout for another province. What that changes is told first: the refusal takes
 * the transaction back, so nothing is applied before the shopper has agreed.
 */
export async function setProvince(
  tx: Tx,
  now: Date,
  customer_id: number,
  { province_id, is_confirmed, gateways }: Wish,
): Promise<Quote> {
  await lockCustomer(tx, customer_id)
  const before = await findOpenQuote(tx, customer_id, now)
  if (!before) throw contract.setProvince.refuse('quote_not_found')
  const province = await retailerProvince(tx, province_id)
  if (!province) throw new InvalidInput({ province_id: no_such_province })
  const after = await movedTo(tx, now, customer_id, before, province_id)
  if (!is_confirmed) {
    const changes = provinceChanges({
      province: { province_id, province_name: province.name },
      before: { ...(await seenFrom(tx, before)), priced: pricedOrRefused(before, { now }) },
      after: await seenFrom(tx, after),
      payment_offers: await offersFor(tx, now, gateways),
      now,
    })
    if (changes) throw contract.setProvince.refuse('province_change_needs_confirm', { changes })
  }
  return showQuote(tx, after, { now })
}

async function movedTo(
  tx: Tx,
  now: Date,
  customer_id: number,
  quote: OpenQuote,
  province_id: number,
): Promise<OpenQuote> {
  if (quote.province_id === province_id) return quote
  await updateProvince(tx, quote.quote_id, province_id)
  return (await findOpenQuote(tx, customer_id, now)) ?? quote
}

async function offersFor(tx: Tx, now: Date, gateways: Wish['gateways']): Promise<PaymentOffer[]> {
  const offers = await paymentOffers(tx, now)
  return offers.filter(({ payment_method }) => gateways.some(({ code }) => code === payment_method))
}

async function seenFrom(tx: Tx, quote: OpenQuote) {
  const wanted = quote.lines.map(({ item, item_quantity }) => ({
    item_id: item.item_id,
    item_quantity,
  }))
  return { quote, supplies: await suppliesIn(tx, wanted, quote.province_id) }
}
