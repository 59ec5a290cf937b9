import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { releaseShopReservations } from '#shop/flows/release-reservations.ts'
import { notifyOfShopReservation } from '#shop/notification/notify-store.ts'
import {
  endShopReservations,
  lockDue,
  type LockedShopReservation,
} from '#shop/trade/shop-reservation/shop-reservation-store.ts'

/** Releases the pieces of locked reservations, and notifies their shoppers. */
export async function releaseAndNotify(
  tx: Tx,
  locked: readonly LockedShopReservation[],
  state: 'cancelled' | 'lapsed',
  now: Date,
): Promise<void> {
  const ids = locked.map(({ shop_reservation_id }) => shop_reservation_id)
  await releaseShopReservations(tx, ids, now)
  await endShopReservations(tx, ids, { state }, now)
  for (const one of locked) {
    await notifyOfShopReservation(tx, one, 'reserved_at_shop_ended', { now, due: now })
  }
}

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 100

/** Gives back what nobody has collected in time. Returns how many. */
export async function lapseShopReservations({ db, now, log }: Deps): Promise<number> {
  let lapsed = 0
  for (;;) {
    const count = await transaction(db, async (tx) => {
      const due = await lockDue(tx, now(), batch)
      if (due.length > 0) await releaseAndNotify(tx, due, 'lapsed', now())
      return due.length
    })
    lapsed += count
    if (count < batch) break
  }
  if (lapsed > 0) log.info({ lapsed }, 'pieces that were set aside went back')
  return lapsed
}

export function shopReservationJob(deps: Deps): Job {
  return {
    name: 'lapse-shop-reservations',
    every_ms: 30_000,
    run: async () => void (await lapseShopReservations(deps)),
  }
}
