import type { Services } from '#contracts/all.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { findOptOuts, insertLeftCart } from '#shop/cart/abandoned-cart-store.ts'
import {
  emailHash,
  forgotten_after_ms,
  hashOf,
  keptLines,
  keptUntil,
  left_after_ms,
  newCode,
  quiet_ms,
  restorePath,
} from '#shop/cart/abandoned-cart.ts'
import type { LeftCartFacts } from '#shop/notification/templates/abandoned-cart-mail.ts'
import { notifyOfAbandonedCart } from '#shop/notification/notify-store.ts'
import { findLeftCheckouts } from '#shop/quote/abandoned-quotes-store.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
}

const batch = 100

/** The job that reminds of left carts; shop/flows/sweep-job.ts forgets those whose time is over. */
export function leftCartsJob(parts: Parts): Job {
  return {
    name: 'left-carts',
    every_ms: 600_000,
    run: async () => void (await remindOfCarts(parts)),
  }
}

/**
 * Puts a reminder into the outbox for every checkout that was left with an address and with consent to
 * such mail: once per checkout, once a week per address, never to who opted out. Returns how many.
 */
export async function remindOfCarts({ db, now, log }: Parts): Promise<number> {
  const at = now().getTime()
  const span = { from: new Date(at - forgotten_after_ms), to: new Date(at - left_after_ms) }
  const left = await findLeftCheckouts(db, { ...span, limit: batch })
  const hashes = left.map(({ email }) => emailHash(email))
  const unwanted = new Set(await findOptOuts(db, hashes))
  let told = 0
  for (const checkout of left) {
    if (unwanted.has(emailHash(checkout.email).toString('hex'))) continue
    const since = new Date(at - quiet_ms)
    const is_new = await transaction(db, (tx) => notifyOfAbandonedCart(tx, checkout, since, now()))
    if (is_new) told += 1
  }
  if (told > 0) log.info({ told }, 'reminders of left carts')
  return told
}

/**
 * What a reminder says, made when it goes out: the cart is kept under a new code, whose hash alone stays
 * here. Null when the cart is empty by now.
 */
export async function leftCartFacts(
  { db, now, cart }: { db: Database; now: Now; cart: Services['cart'] },
  { customer_id, province_id, email }: { customer_id: number; province_id: number; email: string },
): Promise<(LeftCartFacts & { code: string }) | null> {
  const owner: Caller = { customer_id, kind: 'guest', token: '' }
  const lines = keptLines(await cart.getCart(owner, { province_id }))
  if (lines.length === 0) return null
  const code = newCode()
  const row = { customer_id, province_id, lines, email, expires_at: keptUntil(now()) }
  await insertLeftCart(db, hashOf(code), row, now())
  return { code, path: restorePath(code), lines }
}
