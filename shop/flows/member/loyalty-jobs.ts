import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { CustomerId } from '#pure/ids.ts'
import { bookOrders, bookTier } from '#shop/flows/member/book-orders.ts'
import { lockCountedOrders } from '#shop/flows/member/member-orders-store.ts'
import {
  findBookedMembers,
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

/** Members of one transaction: it costs more than counting one of them, and its locks must be short. */
const batch = 50

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
    const members = await findBookedMembers(db, after, batch)
    const found = await transaction(db, (tx) => countEach(tx, members, now))
    missing.push(...found)
    const last = members.at(-1)
    if (last === undefined || members.length < batch) return missing
    after = last
  }
}

/** Counts members in the sequence of their ids, as everything that locks several of them does. */
async function countEach(tx: Tx, members: readonly CustomerId[], now: Date): Promise<CustomerId[]> {
  const tiers = await findTiers(tx)
  const missing: CustomerId[] = []
  for (const customer_id of members) {
    if (await countMember(tx, customer_id, tiers, now)) missing.push(customer_id)
  }
  return missing
}

async function countMember(
  tx: Tx,
  customer_id: CustomerId,
  tiers: Awaited<ReturnType<typeof findTiers>>,
  now: Date,
): Promise<boolean> {
  const was_missing = await bookOrders(tx, await lockCountedOrders(tx, customer_id), now)
  await bookTier(tx, customer_id, await lockStanding(tx, customer_id), tiers, now)
  const points = pointsToExpire(await findPointSums(tx, customer_id), now)
  if (points > 0)
    await insertPoints(tx, [{ customer_id, order_id: null, kind: 'expire', points }], now)
  return was_missing
}
