import type { CustomerId } from '#pure/ids.ts'
import type { Services } from '#contracts/all.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { findOptOuts, insertAbandonedCart } from '#shop/cart/abandoned-cart-store.ts'
import {
  emailHash,
  forgotten_after_ms,
  hashOf,
  abandonedLines,
  storedUntil,
  abandoned_after_ms,
  newCode,
  reminder_interval_ms,
  restorePath,
} from '#shop/cart/abandoned-cart.ts'
import type { AbandonedCartFacts } from '#shop/notification/templates/abandoned-cart-mail.ts'
import { notifyOfAbandonedCart } from '#shop/notification/notify-store.ts'
import { findAbandonedQuotes } from '#shop/flows/abandoned-cart/abandoned-quotes-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 100

/** The job that sends reminders of abandoned carts; shop/flows/sweep/sweep-job.ts deletes expired carts. */
export function abandonedCartsJob(deps: Deps): Job {
  return {
    name: 'abandoned-carts',
    every_ms: 600_000,
    run: async () => void (await remindOfCarts(deps)),
  }
}

/**
 * Puts a reminder into the outbox for every checkout that was abandoned with an address and with consent to such mail:
 * once per checkout, once a week per address, never to an address that opted out. Returns how many.
 */
export async function remindOfCarts({ db, now, log }: Deps): Promise<number> {
  const at = now().getTime()
  const span = { from: new Date(at - forgotten_after_ms), to: new Date(at - abandoned_after_ms) }
  const abandoned = await findAbandonedQuotes(db, { ...span, limit: batch })
  const hashes = abandoned.map(({ email }) => emailHash(email))
  const unwanted = new Set(await findOptOuts(db, hashes))
  let reminded = 0
  for (const checkout of abandoned) {
    if (unwanted.has(emailHash(checkout.email).toString('hex'))) continue
    const since = new Date(at - reminder_interval_ms)
    const is_new = await transaction(db, (tx) => notifyOfAbandonedCart(tx, checkout, since, now()))
    if (is_new) reminded += 1
  }
  if (reminded > 0) log.info({ reminded }, 'reminders of abandoned carts')
  return reminded
}

/**
 * The facts of a reminder, read when it is sent. Stores the cart under a new code, of which only the hash is stored.
 * Null when the cart is empty by now.
 */
export async function abandonedCartFacts(
  { db, now, cart }: { db: Database; now: Now; cart: Services['cart'] },
  {
    customer_id,
    province_id,
    email,
  }: { customer_id: CustomerId; province_id: number; email: string },
): Promise<(AbandonedCartFacts & { code: string }) | null> {
  const owner: Caller = { customer_id, kind: 'guest', token: '' }
  const lines = abandonedLines((await cart.getCart(owner, { province_id })).items)
  if (lines.length === 0) return null
  const code = newCode()
  const row = { customer_id, province_id, lines, email, expires_at: storedUntil(now()) }
  await insertAbandonedCart(db, hashOf(code), row, now())
  return { code, path: restorePath(code), lines }
}
