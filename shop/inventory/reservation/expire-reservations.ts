import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { deleteForgotten } from '#shop/inventory/waitlist/waitlist-store.ts'
import { releaseExpiredHolds } from '#shop/inventory/reservation/release-reservations.ts'

const batch = 200

/** Gives back what was kept for customers without an order and whose time is over; says how many. */
export async function expireHolds({ db }: { db: Database }, now: Date): Promise<number> {
  let ended = 0
  for (;;) {
    const released = await transaction(db, (tx) => releaseExpiredHolds(tx, now, batch))
    ended += released
    if (released < batch) break
  }
  await deleteForgotten(db, now)
  return ended
}
