import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observe/log.ts'
import { completeMerge } from '#shop/flows/member/security/complete-merge.ts'
import { endMerge, findDueMerges, lockDueMerge } from '#shop/identity/member/member-merge-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

/** The job of the merges that wait a day (decision 210). */
export function mergeJob(deps: Deps): Job {
  return {
    name: 'merge-accounts',
    every_ms: 5 * 60_000,
    run: async () => void (await mergeDueAccounts(deps)),
  }
}

/** Merges the accounts whose day is over, unless somebody has stopped it. Returns how many. */
export async function mergeDueAccounts({ db, now, log }: Deps): Promise<number> {
  let done = 0
  for (const id of await findDueMerges(db, now())) {
    const is_done = await transaction(db, async (tx) => {
      // Whoever stops it at this moment waits, and then finds it done.
      const due = await lockDueMerge(tx, id, now())
      if (due === null) return false
      // Nobody is there who could show a second proof now.
      const merging = { now: now(), has_second_proof: false, waited_since: due.proven_at }
      if ((await completeMerge(tx, due, merging)) !== null) return true
      await endMerge(tx, id, now())
      return false
    })
    if (is_done) done += 1
  }
  if (done > 0) log.info({ merged: done }, 'accounts of members were merged')
  return done
}
