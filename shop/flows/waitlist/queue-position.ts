import type { promotion, WaitlistPosition } from '#contracts/storefront/promotion.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Service } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { releaseOffered } from '#shop/flows/release-reservations.ts'
import { offerFreeSlots } from '#shop/flows/waitlist/offer-freed-slots.ts'
import { deleteWaiting, seeQueuePosition } from '#shop/inventory/waitlist/waitlist-store.ts'
import { askAgainIn, queueState } from '#shop/inventory/waitlist/waitlist.ts'

interface Deps {
  db: Database
  now: Now
}

/** The waitlist operations of the promotion contract: the queue position of a customer, and leaving. */
export function waitlistOperations({
  db,
  now,
}: Deps): Pick<Service<typeof promotion>, 'waitlistPosition' | 'leaveWaitlist'> {
  return {
    waitlistPosition: ({ customer_id }) => askQueuePosition(db, customer_id, now()),
    leaveWaitlist: ({ customer_id }) => leaveWaitlist(db, customer_id, now()),
  }
}

/**
 * Returns a customer's queue position. Asking keeps the position. A slot may have been freed before the customer joined
 * the waitlist, or while nobody waited: then it is offered to the first customer now.
 */
async function askQueuePosition(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<WaitlistPosition> {
  let facts = await seeQueuePosition(db, customer_id, now)
  if (facts?.is_free && facts.is_open && facts.offered_until === null) {
    const { quota_id } = facts
    await transaction(db, (tx) => offerFreeSlots(tx, [quota_id], now))
    facts = await seeQueuePosition(db, customer_id, now)
  }
  const state = queueState(facts, now)
  return {
    ...state,
    until: state.until?.toISOString() ?? null,
    now: now.toISOString(),
    ask_again_s: askAgainIn(state),
  }
}

/** Removes the customer from the waitlist; an offered slot goes to the next customer at once. */
async function leaveWaitlist(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<Record<string, never>> {
  await deleteWaiting(db, customer_id)
  await transaction(db, (tx) => releaseOffered(tx, customer_id, now))
  return {}
}
