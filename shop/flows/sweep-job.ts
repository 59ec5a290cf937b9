import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { deleteExpired } from '#shop/cart/abandoned-cart-store.ts'
import {
  deleteReleased,
  deleteUnusedLimits,
} from '#shop/inventory/reservation/sweep-reservations-store.ts'
import { kept_days, keptSince } from '#shop/flows/retention.ts'
import { deleteOldMessages, eraseWords } from '#shop/notification/sweep-outbox-store.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
}

/** Rows in one statement: short, so that nobody waits behind it. */
const batch = 1_000

/**
 * Takes away what is done with and kept long enough (decision 085). Each statement passes over rows that
 * somebody else has in hand, so that processes may sweep at once; returns how many rows by what they are.
 */
export async function sweep({ db, now, log }: Parts): Promise<Record<string, number>> {
  const at = now()
  const since = (kept: keyof typeof kept_days) => keptSince(at, kept_days[kept])
  const swept = {
    message_words: await all(() => eraseWords(db, since('message_words'), batch)),
    messages: await all(() => deleteOldMessages(db, since('messages'), batch)),
    left_carts: await all(() => deleteExpired(db, since('left_carts'), batch)),
    released_holds: await all(() => deleteReleased(db, since('released_holds'), batch)),
    unused_limits: await all(() => deleteUnusedLimits(db, batch)),
  }
  if (Object.values(swept).some((rows) => rows > 0)) log.info(swept, 'swept')
  return swept
}

/** Every hour; platform/jobs/jobs.ts lets one process at a time. */
export function sweepJob(parts: Parts): Job {
  return { name: 'sweep', every_ms: 3_600_000, run: async () => void (await sweep(parts)) }
}

async function all(some: () => Promise<number>): Promise<number> {
  let rows = 0
  for (;;) {
    const taken = await some()
    rows += taken
    if (taken < batch) return rows
  }
}
