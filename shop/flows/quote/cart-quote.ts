import type { Database } from '#db/schema.ts'
import type { Caller } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { findCart } from '#shop/cart/cart-store.ts'
import { lineState } from '#shop/cart/cart.ts'
import { withOffers } from '#shop/flows/quote/offers-of-quote.ts'
import { findStandingOf } from '#shop/loyalty/standing-store.ts'
import { personOf } from '#shop/loyalty/standing.ts'
import { findOpenQuote } from '#shop/quote/quote-store.ts'
import type { OpenQuote, QuoteToPrice } from '#shop/quote/quote.ts'

/** A checkout that is open or could be opened: what its offers depend on. */
export type QuoteWithOffers = QuoteToPrice & Pick<OpenQuote, 'customer_id' | 'recipient'>

/**
 * The checkout that the selected lines of a cart would open, with the voucher and the address of the one that is open.
 * Nothing is written. Null: nothing that can be bought is selected.
 */
export async function cartAsQuote(
  db: Database,
  caller: Caller,
  province_id: number,
  now: Date,
): Promise<QuoteWithOffers | null> {
  const { customer_id } = caller
  const standing = await findStandingOf(db, caller, now)
  const question = { ...personOf(standing), province_id, now }
  const [cart, open] = await Promise.all([
    findCart(db, customer_id, question),
    findOpenQuote(db, customer_id, now),
  ])
  const lines = cart.lines.filter(
    ({ item, item_type, item_quantity, is_selected }) =>
      item_type === item_types.normal &&
      is_selected &&
      lineState(item, item_quantity) === 'available',
  )
  if (lines.length === 0) return null
  const quote = {
    ...{ customer_id, province_id, lines, standing, is_without_flash: false },
    recipient: open?.recipient ?? null,
    voucher_code: open?.voucher_code ?? null,
    delivery: cart.delivery,
  }
  return withOffers(db, quote, question)
}
