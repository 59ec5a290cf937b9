import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { CustomerId } from '#pure/ids.ts'
import { bookOrders, bookTier } from '#shop/flows/member/book-orders.ts'
import { lockCountedOrders } from '#shop/flows/member/member-orders-store.ts'
import {
  findMembers,
  findPointSums,
  findTiers,
  insertPoints,
  lockStanding,
} from '#shop/loyalty/loyalty-store.ts'
import { pointsToExpire } from '#shop/loyalty/points.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
}

const batch = 500

/** Counts all members anew, from their orders. Tiers fall when a year ends; anything else that changes was a fault. */
export function loyaltyJob({ db, now, log }: Deps): Job {
  return {
    name: 'count-members',
    every_ms: 6 * 3_600_000,
    run: async () => {
      const missing = await countMembers(db, now())
      if (missing.length > 0) {
        log.error({ customer_ids: missing.slice(0, 20) }, 'orders of members were not booked')
      }
    },
  }
}

/** Counts every member from all orders; returns those whose books were not complete. */
export async function countMembers(db: Database, now: Date): Promise<CustomerId[]> {
  const missing: CustomerId[] = []
  for (let after: CustomerId = 0; ;) {
    const members = await findMembers(db, after, batch)
    for (const customer_id of members) {
      if (await transaction(db, (tx) => countMember(tx, customer_id, now)))
        missing.push(customer_id)
    }
    const last = members.at(-1)
    if (last === undefined || members.length < batch) return missing
    after = last
  }
}

async function countMember(tx: Tx, customer_id: CustomerId, now: Date): Promise<boolean> {
  const was_missing = await bookOrders(tx, await lockCountedOrders(tx, customer_id), now)
  await bookTier(tx, customer_id, await lockStanding(tx, customer_id), await findTiers(tx), now)
  const points = pointsToExpire(await findPointSums(tx, customer_id), now)
  if (points > 0)
    await insertPoints(tx, [{ customer_id, order_id: null, kind: 'expire', points }], now)
  return was_missing
}
