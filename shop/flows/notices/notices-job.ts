import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { cheaperItems } from '#shop/flows/notices/cheaper-items.ts'
import { mayGoOutAt, mayRemindAt } from '#shop/notice/notice.ts'
import { notifyOfItems } from '#shop/flows/notices/due-notices-store.ts'
import { notifyOfStarts } from '#shop/flows/notices/starts/due-starts-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 200
/** Many wait for the same moment: a campaign has one start for all. */
const batch_of_starts = 2_000

/**
 * The job that tells of items that are back or cheaper, and of what has begun. It reads stock and prices and not the
 * notices of changes: a missed one would be forgotten for ever. Every round it looks at the prices of the next part of
 * those who wait for one.
 */
export function noticesJob({ db, now, log }: Deps): Job {
  let after = 0
  return {
    name: 'product-notices',
    every_ms: 30_000,
    run: async () => {
      const at = now()
      const { cheaper, last } = await cheaperItems(db, { now: at, after, batch })
      after = last
      const round = { now: at, due: mayGoOutAt(at), cheaper, batch }
      const notified = await transaction(db, (tx) => notifyOfItems(tx, round))
      if (notified > 0) log.info({ notified }, 'notified of items that are back or cheaper')
      const starts = { now: at, due: mayRemindAt(at), batch: batch_of_starts }
      const reminded = await notifyOfStarts(db, starts)
      if (reminded > 0) log.info({ reminded }, 'notified of what has begun')
    },
  }
}
