import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { PlaceAsk } from '#shop/inventory/waitlist/waitlist.ts'
import { insertPlaces } from '#shop/inventory/waitlist/waitlist-store.ts'

const most_together = 1_000

interface Parts {
  db: Database
  now: Now
  log: Log
}

/**
 * Where those join the line who found every slot held: one statement for all who come while the one
 * before is under way. A place that could not be written harms no answer; who asks again gets one.
 */
export function slotLineDoor({ db, now, log }: Parts): (ask: PlaceAsk) => Promise<void> {
  let waiting: PlaceAsk[] = []
  let next: Promise<void> | null = null
  let last: Promise<void> = Promise.resolve()

  async function write(before: Promise<void>): Promise<void> {
    await before
    next = null
    const asks = waiting
    waiting = []
    try {
      for (let from = 0; from < asks.length; from += most_together) {
        await insertPlaces(db, asks.slice(from, from + most_together), now())
      }
    } catch (err) {
      log.warn({ err, customers: asks.length }, 'customers could not be put in line for slots')
    }
  }

  return (ask) => {
    waiting.push(ask)
    next ??= last = write(last)
    return next
  }
}
