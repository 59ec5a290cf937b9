import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { cheaperItems } from '#shop/flows/notices/cheaper-items.ts'
import { mayGoOutAt } from '#shop/notice/notice.ts'
import { tellOfItems } from '#shop/flows/notices/due-notices-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 200

/**
 * The job that tells of items that are back or cheaper. It reads stock and prices and not the notices of changes: a
 * missed one would be forgotten for ever. Every round it looks at the prices of the next part of those who wait for one.
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
      const told = await transaction(db, (tx) => tellOfItems(tx, round))
      if (told > 0) log.info({ told }, 'told of items that are back or cheaper')
    },
  }
}
