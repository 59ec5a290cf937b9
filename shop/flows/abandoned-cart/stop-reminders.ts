import { abandonedCart as contract } from '#contracts/storefront/abandoned-cart.ts'
import { findAbandonedCart, insertOptOut } from '#shop/cart/abandoned-cart-store.ts'
import { emailHash, hashOf } from '#shop/cart/abandoned-cart.ts'
import type { AbandonedCartDeps } from '#shop/flows/abandoned-cart/abandon-cart.ts'

/** No more reminders to the e-mail address that the mail with this code went to. */
export async function stopReminders(
  { db, now }: Pick<AbandonedCartDeps, 'db' | 'now'>,
  code: string,
): Promise<{ is_stopped: true }> {
  const stored = await findAbandonedCart(db, hashOf(code), now())
  // A cart that its shopper stored went out with no mail: there is nothing to stop.
  if (!stored || stored.email === null) {
    throw contract.stopReminders.refuse('left_cart_not_found')
  }
  await insertOptOut(db, emailHash(stored.email), now())
  return { is_stopped: true }
}
