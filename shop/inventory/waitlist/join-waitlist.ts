import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { WaitlistRequest } from '#shop/inventory/waitlist/waitlist.ts'
import { insertWaiting } from '#shop/inventory/waitlist/waitlist-store.ts'

const most_together = 1_000

interface Deps {
  db: Database
  now: Now
  log: Log
}

/**
 * Returns the function by which a customer who found every slot reserved joins the waitlist: one
 * statement for all who come while the one before is under way. An entry that could not be written
 * fails no answer; who asks again gets one.
 */
export function openWaitlist({ db, now, log }: Deps): (request: WaitlistRequest) => Promise<void> {
  let waiting: WaitlistRequest[] = []
  let next: Promise<void> | null = null
  let last: Promise<void> = Promise.resolve()

  async function write(before: Promise<void>): Promise<void> {
    await before
    next = null
    const requests = waiting
    waiting = []
    try {
      for (let from = 0; from < requests.length; from += most_together) {
        await insertWaiting(db, requests.slice(from, from + most_together), now())
      }
    } catch (err) {
      log.warn({ err, customers: requests.length }, 'customers could not join the waitlist')
    }
  }

  return (request) => {
    waiting.push(request)
    next ??= last = write(last)
    return next
  }
}
