import { abandonedCart as contract } from '#contracts/storefront/abandoned-cart.ts'
import { transaction } from '#platform/database/postgres.ts'
import { findAbandonedCart, insertOptOut } from '#shop/cart/abandoned-cart-store.ts'
import { emailHash, hashOf } from '#shop/cart/abandoned-cart.ts'
import { insertMailChoice } from '#shop/consent/consent-store.ts'
import { type RefusalDeps, storeRefusal } from '#shop/flows/notices/refusal-records.ts'
import type { AbandonedCartDeps } from '#shop/flows/abandoned-cart/abandon-cart.ts'

/** Stops reminders to the e-mail address that received the mail with this code. */
export async function stopReminders(
  { db, now, ...deps }: Pick<AbandonedCartDeps, 'now'> & RefusalDeps,
  code: string,
): Promise<{ is_stopped: true }> {
  const stored = await findAbandonedCart(db, hashOf(code), now())
  // A cart that its shopper stored was never mailed: there are no reminders to stop.
  if (!stored || stored.email === null) {
    throw contract.stopReminders.refuse('abandoned_cart_not_found')
  }
  const { email, customer_id } = stored
  const stopped_at = now()
  const email_hash = emailHash(email)
  const is_new = await transaction(db, async (tx) => {
    const is_new_hash = await insertOptOut(tx, email_hash, stopped_at)
    const choice = { customer_id, is_granted: false, place: 'mail', chosen_at: stopped_at } as const
    await insertMailChoice(tx, choice)
    return is_new_hash
  })
  const refused = { purpose: 'mail', customer_id, email_hash, refused_at: stopped_at } as const
  if (is_new) await storeRefusal({ db, ...deps }, refused)
  return { is_stopped: true }
}
