import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { WaitlistRequest } from '#shop/inventory/waitlist/waitlist.ts'
import { insertWaiting } from '#shop/inventory/waitlist/waitlist-store.ts'

const max_batch = 1_000

interface Deps {
  db: Database
  now: Now
  log: Log
}

/**
 * Returns the function that puts a customer on the waitlist when every slot is reserved. Requests that arrive
 * while a statement runs are written together by the next one. If writing fails, it is only logged: the
 * customer joins with the next request.
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
      for (let from = 0; from < requests.length; from += max_batch) {
        await insertWaiting(db, requests.slice(from, from + max_batch), now())
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
