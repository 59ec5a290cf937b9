import type { ProvinceChanges } from '#contracts/storefront/quote.ts'
import type { PaymentOffer } from '#shop/pricing/payment-offer/payment-offer.ts'
import { offerChanges } from '#shop/quote/offer-changes.ts'
import { priceQuote, type OpenQuote, type PricedQuote } from '#shop/quote/quote.ts'
import { isSellable } from '#shop/pricing/item/item.ts'

type Supply = ProvinceChanges['lines'][number]['supply']

/** A checkout with its supplies in one province. */
interface QuoteInProvince {
  quote: OpenQuote
  supplies: ReadonlyMap<number, Supply>
}

interface Comparison {
  province: { province_id: number; province_name: string }
  before: QuoteInProvince & { priced: PricedQuote }
  after: QuoteInProvince
  /** The current offers for the payment methods of this shop. */
  payment_offers: readonly PaymentOffer[]
  now: Date
}

/** The changes of a checkout in another province; null when there are none (contract §7 PUT /v1/quote/province). */
export function provinceChanges({
  province,
  before,
  after,
  payment_offers,
  now,
}: Comparison): ProvinceChanges | null {
  // Items that are not sold there are listed; the others are priced without them.
  const sold = after.quote.lines.filter(({ item }) => isSellable(item))
  const quote = { ...after.quote, lines: sold }
  const priced = priceQuote(quote, { now }).priced
  if (!priced) throw new RangeError('a checkout of sellable items could not be priced')
  const lines = before.priced.items.flatMap((line) => {
    const { line_id } = line
    if (line_id === null) return []
    const price = priced.items.find((other) => other.line_id === line_id)?.final_price ?? null
    const previous_supply = before.supplies.get(line.item_id) ?? 'missing'
    const supply = after.supplies.get(line.item_id) ?? 'missing'
    if (price === line.final_price && supply === previous_supply) return []
    const { item_id, name, color_name, item_quantity, final_price: previous_price } = line
    const about = { line_id, item_id, name, color_name, item_quantity }
    return [{ ...about, previous_price, price, previous_supply, supply }]
  })
  const offers = offerChanges(before.quote, quote, payment_offers, now)
  const { totals } = before.priced
  const { shipping_fee, grand_total } = priced.totals
  const is_same = lines.length === 0 && offers.length === 0 && grand_total === totals.grand_total
  if (is_same) return null
  return {
    ...province,
    lines,
    offers,
    previous_shipping_fee: totals.shipping_fee,
    shipping_fee,
    previous_total: totals.grand_total,
    grand_total,
  }
}
