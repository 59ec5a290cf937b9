import type { Services } from '#contracts/all.ts'
import {
  abandonedCart as contract,
  type AbandonedCart,
} from '#contracts/storefront/abandoned-cart.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Caller } from '#pure/contract.ts'
import { insertAbandonedCart } from '#shop/cart/abandoned-cart-store.ts'
import {
  abandonedLines,
  hashOf,
  newCode,
  restorePath,
  storedUntil,
} from '#shop/cart/abandoned-cart.ts'

export interface AbandonedCartDeps {
  db: Database
  now: Now
  /** The cart service, possibly in another process. */
  cart: Services['cart']
}

/** Stores the caller's cart under a new code, of which only a hash is stored. */
export async function abandonCart(
  { db, now, cart }: AbandonedCartDeps,
  caller: Caller,
  province_id: number,
): Promise<AbandonedCart> {
  const { items, item_quantity } = await cart.getCart(caller, { province_id })
  const lines = abandonedLines(items)
  if (lines.length === 0) throw contract.abandonCart.refuse('cart_empty')
  const code = newCode()
  const expires_at = storedUntil(now())
  const { customer_id } = caller
  const row = { customer_id, province_id, lines, email: null, expires_at }
  await insertAbandonedCart(db, hashOf(code), row, now())
  const about = { code, url_path: restorePath(code), expires_at: expires_at.toISOString() }
  return { ...about, lines: [], item_quantity }
}
