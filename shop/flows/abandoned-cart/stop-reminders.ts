import { abandonedCart as contract } from '#contracts/storefront/abandoned-cart.ts'
import { findAbandonedCart, insertOptOut } from '#shop/cart/abandoned-cart-store.ts'
import { emailHash, hashOf } from '#shop/cart/abandoned-cart.ts'
import type { AbandonedCartDeps } from '#shop/flows/abandoned-cart/abandon-cart.ts'

/** Stops reminders to the e-mail address that received the mail with this code. */
export async function stopReminders(
  { db, now }: Pick<AbandonedCartDeps, 'db' | 'now'>,
  code: string,
): Promise<{ is_stopped: true }> {
  const stored = await findAbandonedCart(db, hashOf(code), now())
  // A cart that its shopper stored was never mailed: there are no reminders to stop.
  if (!stored || stored.email === null) {
    throw contract.stopReminders.refuse('abandoned_cart_not_found')
  }
  await insertOptOut(db, emailHash(stored.email), now())
  return { is_stopped: true }
}
