import type { Database } from '#db/schema.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import type { DeliveryFacts } from '#shop/delivery/delivery-promise.ts'
import { findClosedDays, findDeliveryRules } from '#shop/delivery/delivery-store.ts'

/** What promises follow from now. */
export async function findDeliveryFacts(db: Database, now: Date): Promise<DeliveryFacts> {
  const [rules, closed_days] = await Promise.all([
    findDeliveryRules(db),
    findClosedDays(db, vietnamDay(now)),
  ])
  return { now, rules, closed_days }
}
