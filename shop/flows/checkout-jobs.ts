import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { expireReservations } from '#shop/flows/expire-reservations.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { sweepSessions } from '#shop/identity/session-service.ts'
import { sweepJob } from '#shop/flows/sweep-job.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  /** Asks providers about unpaid orders whose time is over, before they end. */
  askBeforeExpiry: () => Promise<unknown>
}

/** What the counter does by itself; platform/jobs/jobs.ts runs it. */
export function counterJobs({ db, now, log, askBeforeExpiry }: Parts): Job[] {
  return [
    {
      name: 'expire-orders',
      every_ms: 30_000,
      run: async () => {
        await askBeforeExpiry()
        await expireOrders({ db, log }, now())
      },
    },
    {
      name: 'expire-holds',
      // What is offered for a minute must not lie idle for half of one.
      every_ms: 5_000,
      run: async () => void (await expireReservations({ db }, now())),
    },
    {
      name: 'sweep-sessions',
      every_ms: 3_600_000,
      run: async () => void (await sweepSessions({ db, now })),
    },
    sweepJob({ db, now, log }),
  ]
}
