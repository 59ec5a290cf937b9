import type { CustomerId } from '#pure/ids.ts'
import type { Cart } from '#contracts/storefront/cart.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Caller } from '#pure/contract.ts'
import { findCart, type StoredCart, updatePricesSeen } from '#shop/cart/cart-store.ts'
import { cartOf } from '#shop/cart/cart.ts'
import { chargeNotes } from '#shop/catalog/charging.ts'
import { findCharging } from '#shop/catalog/charging-store.ts'
import { findDeliveryTerms } from '#shop/delivery/delivery-store.ts'
import { findStandingOf } from '#shop/loyalty/standing-store.ts'
import { personOf } from '#shop/loyalty/standing.ts'
import { findGiftItems } from '#shop/pricing/item/gift-items.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'

export interface CartDeps {
  db: Database
  now: Now
}

/** Reads the stored cart of a customer and prices it now. */
export async function readCart(
  db: Database,
  customer_id: CustomerId,
  question: PriceQuestion,
): Promise<Cart> {
  return pricedCart(db, await findCart(db, customer_id, question), question)
}

/** Prices a cart that was read already, with the gifts that their promotions may give. */
export async function pricedCart(
  db: Database,
  { lines, delivery }: StoredCart,
  question: PriceQuestion,
): Promise<Cart> {
  const items = lines.map(({ item }) => item)
  const [gift_items, notes] = await Promise.all([
    findGiftItems(db, items, question),
    chargeNotesOf(db, items),
  ])
  const cart = cartOf(lines, gift_items, question, delivery ?? (await findDeliveryTerms(db)))
  if (notes.size === 0) return cart
  return {
    ...cart,
    items: cart.items.map((item) => {
      const charge_note = notes.get(item.item_id)
      return charge_note === undefined ? item : { ...item, charge_note }
    }),
  }
}

/** What to tell about the chargers of a cart. One item alone is not asked about. */
async function chargeNotesOf(
  db: Database,
  items: readonly { item_id: number }[],
): Promise<Map<number, string>> {
  if (items.length < 2) return new Map()
  const item_ids = items.map(({ item_id }) => item_id)
  return chargeNotes(await findCharging(db, item_ids))
}

/** Reads what the prices of a caller in a province depend on: a member has the prices of their tier and card. */
export async function findPriceQuestion(
  db: Database,
  caller: Pick<Caller, 'customer_id' | 'kind'>,
  province_id: number,
  now: Date,
): Promise<PriceQuestion> {
  const standing = await findStandingOf(db, caller, now)
  return { ...personOf(standing), province_id, now }
}

/** Marks a line's price as seen, because the shopper's own action changed it. */
export async function withPriceSeen(
  db: Database,
  { customer_id, line_id }: { customer_id: CustomerId; line_id: number },
  cart: Cart,
): Promise<Cart> {
  const line = cart.items.find((item) => item.line_id === line_id)
  if (!line || line.previous_price === null) return cart
  await updatePricesSeen(db, customer_id, [{ line_id, price_seen: line.final_price }])
  const items = cart.items.map((item) => (item === line ? { ...item, previous_price: null } : item))
  return { ...cart, items }
}
