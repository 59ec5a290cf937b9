import type { z } from 'zod'
import { quote as contract, type Quote } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import { lockOpenQuote, type QuoteDeps, showQuote } from '#shop/flows/quote/show-quote.ts'
import { suppliesIn } from '#shop/inventory/stock/find-supplies.ts'
import { retailerProvince } from '#shop/location/resolve-ward.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { no_such_province } from '#shop/quote/address.ts'
import { provinceChanges } from '#shop/quote/province-changes.ts'
import { findPaymentOffers } from '#shop/pricing/payment-offer/payment-offer-store.ts'
import { pricedOrRefused } from '#shop/quote/priced-or-refused.ts'
import { findOpenQuote, updateProvince } from '#shop/quote/quote-store.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'

type Input = z.output<typeof contract.setProvince.input>
/** The shop's payment methods: their offers may change with the province. */
type Gateways = readonly Pick<Gateway, 'code'>[]

/**
 * Prices the open checkout for another province. Unconfirmed changes are refused with their list. The refusal rolls
 * the transaction back, so nothing is applied before the shopper has agreed.
 */
export async function setProvince(
  { db, now, gateways }: QuoteDeps & { gateways: Gateways },
  { customer_id }: Caller,
  { province_id, is_confirmed }: Input,
): Promise<Quote> {
  return transaction(db, async (tx) => {
    const asked_at = now()
    const before = await lockOpenQuote(tx, customer_id, asked_at)
    const province = await retailerProvince(tx, province_id)
    if (!province) throw new InvalidInput({ province_id: no_such_province })
    const after = await movedTo(tx, before, province_id, asked_at)
    const changes = is_confirmed
      ? null
      : provinceChanges({
          province: { province_id, province_name: province.name },
          before: {
            ...(await seenFrom(tx, before)),
            priced: pricedOrRefused(before, { now: asked_at }),
          },
          after: await seenFrom(tx, after),
          payment_offers: await offersFor(tx, gateways, asked_at),
          now: asked_at,
        })
    if (changes) throw contract.setProvince.refuse('province_change_needs_confirm', { changes })
    return showQuote(tx, after, { now: asked_at })
  })
}

async function movedTo(
  tx: Tx,
  quote: OpenQuote,
  province_id: number,
  now: Date,
): Promise<OpenQuote> {
  if (quote.province_id === province_id) return quote
  await updateProvince(tx, quote.quote_id, province_id)
  const moved = await findOpenQuote(tx, quote.customer_id, now)
  if (!moved) throw contract.setProvince.refuse('quote_not_found')
  return moved
}

async function offersFor(tx: Tx, gateways: Gateways, now: Date): Promise<PaymentOffer[]> {
  const offers = await findPaymentOffers(tx, now)
  return offers.filter(({ payment_method }) => gateways.some(({ code }) => code === payment_method))
}

async function seenFrom(tx: Tx, quote: OpenQuote) {
  const wanted = quote.lines.map(({ item, item_quantity }) => ({
    item_id: item.item_id,
    item_quantity,
  }))
  return { quote, supplies: await suppliesIn(tx, wanted, quote.province_id) }
}
