import { type today as contract, waiting_work } from '#contracts/staff/today.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import { findWaiting, max_waiting } from '#shop/views/today/waiting-store.ts'

/** What waits for staff now, each kind only for those who may see its list. */
export function todayStaffService({ db }: { db: Database }): Service<typeof contract> {
  return {
    waiting: async ({ permissions }) => {
      const found = await findWaiting(db)
      return found
        .filter(({ kind }) => permissions.has(waiting_work[kind]))
        .map(({ kind, count, oldest_at }) => ({
          kind,
          count: Math.min(count, max_waiting),
          is_capped: count > max_waiting,
          oldest_at: oldest_at?.toISOString() ?? null,
        }))
    },
  }
}
