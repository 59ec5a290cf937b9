import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { mayGoOutAt } from '#shop/notice/notice.ts'
import { tellOfItems } from '#shop/flows/notices/due-notices-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 200

/**
 * The job that tells of items that are back or cheaper. It reads stock and the lowest price of the day (which is
 * recorded as soon as a price changes) and not the notices of changes: a missed one would be forgotten for ever.
 */
export function noticesJob({ db, now, log }: Deps): Job {
  return {
    name: 'product-notices',
    every_ms: 30_000,
    run: async () => {
      const at = now()
      const round = { day: vietnamDay(at), now: at, due: mayGoOutAt(at), batch }
      const told = await tellOfItems(db, round)
      if (told > 0) log.info({ told }, 'told of items that are back or cheaper')
    },
  }
}
