import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { releaseLapsed } from '#shop/flows/release-reservations.ts'
import { deleteForgotten } from '#shop/inventory/waitlist/waitlist-store.ts'

const batch = 200

/** Releases lapsed reservations without an order; returns how many. */
export async function expireReservations({ db }: { db: Database }, now: Date): Promise<number> {
  let ended = 0
  for (;;) {
    const released = await transaction(db, (tx) => releaseLapsed(tx, now, batch))
    ended += released
    if (released < batch) break
  }
  await deleteForgotten(db, now)
  return ended
}
