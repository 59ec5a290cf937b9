import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { deleteExpired } from '#shop/cart/abandoned-cart-store.ts'
import {
  deleteReleased,
  deleteUnusedLimits,
} from '#shop/inventory/reservation/sweep-reservations-store.ts'
import { retention_days, retainedSince } from '#shop/flows/retention.ts'
import { deleteOldMessages, eraseWords } from '#shop/notification/sweep-outbox-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Rows in one statement: short, so that nobody waits behind it. */
const batch = 1_000

/**
 * Deletes rows that were retained long enough (decision 085). Each statement skips rows that another
 * transaction has locked, so that processes may sweep at once; returns how many rows of each kind went.
 */
export async function sweep({ db, now, log }: Deps): Promise<Record<string, number>> {
  const at = now()
  const since = (what: keyof typeof retention_days) => retainedSince(at, retention_days[what])
  const swept = {
    message_texts: await all(() => eraseWords(db, since('message_texts'), batch)),
    messages: await all(() => deleteOldMessages(db, since('messages'), batch)),
    abandoned_carts: await all(() => deleteExpired(db, since('abandoned_carts'), batch)),
    released_reservations: await all(() =>
      deleteReleased(db, since('released_reservations'), batch),
    ),
    unused_limits: await all(() => deleteUnusedLimits(db, batch)),
  }
  if (Object.values(swept).some((rows) => rows > 0)) log.info(swept, 'swept')
  return swept
}

/** Every hour; platform/jobs/jobs.ts lets one process at a time. */
export function sweepJob(deps: Deps): Job {
  return { name: 'sweep', every_ms: 3_600_000, run: async () => void (await sweep(deps)) }
}

async function all(some: () => Promise<number>): Promise<number> {
  let rows = 0
  for (;;) {
    const taken = await some()
    rows += taken
    if (taken < batch) return rows
  }
}
