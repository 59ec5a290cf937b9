import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** Months that are made ahead: a shop whose jobs stand still for a quarter still writes into the right part. */
const months_ahead = 3

/** Makes the next monthly parts of the ledger of changes (decision 178). */
export function ledgerMonthsJob({ db, now, log }: Deps): Job {
  return {
    name: 'ledger_months',
    every_ms: 6 * 3_600_000,
    run: async () => {
      const { rows } = await sql<{ made: number }>`
        select make_ledger_months(${now()}, ${months_ahead}) as made`.execute(db)
      const made = rows[0]?.made ?? 0
      if (made > 0) log.info({ made }, 'made monthly parts of the ledger')
    },
  }
}
