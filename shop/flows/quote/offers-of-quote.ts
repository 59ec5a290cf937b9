import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { Database } from '#db/schema.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { findDeliveryTerms } from '#shop/delivery/delivery-store.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import { findVouchers } from '#shop/quote/quote-store.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'

interface CartQuote extends Pick<OpenQuote, 'recipient' | 'voucher_code'> {
  lines: readonly StoredLine[]
  /** Of the cart. Null: it has no lines, so its statement could not say. */
  delivery: DeliveryTerms | null
}

/** A checkout of cart lines with what its offers need: the voucher, the gifts and the terms of delivery. */
export async function withOffers<Q extends CartQuote>(
  db: Database,
  quote: Q,
  question: PriceQuestion,
) {
  const { voucher_code } = quote
  const vouchers = await findVouchers(db, voucher_code === null ? [] : [voucher_code])
  const items = quote.lines.map(({ item }) => item)
  const whole = {
    ...quote,
    voucher: vouchers.get(voucher_code ?? '') ?? null,
    gift_items: await findGiftItems(db, items, question),
    delivery: quote.delivery ?? (await findDeliveryTerms(db)),
  }
  const [at_shop = whole] = await withGiftsAtShop(db, [whole])
  return at_shop
}
