import type { Database } from '#db/schema.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { type DeliveryFacts, openDayAfter } from '#shop/delivery/delivery-promise.ts'
import { findRulesAndClosedDays } from '#shop/delivery/delivery-store.ts'

/** What promises follow from now. */
export async function findDeliveryFacts(db: Database, now: Date): Promise<DeliveryFacts> {
  const { closed_days, ...rules } = await findRulesAndClosedDays(db, vietnamDay(now))
  return { now, rules, closed_days }
}

/** The last day on which an order that is ready now can be collected. Closed days of its shop do not count. */
export async function findLastDay(db: Database, shop_id: number, now: Date): Promise<string> {
  const { closed_days, keep_days } = await findRulesAndClosedDays(db, vietnamDay(now))
  return openDayAfter(vietnamDay(now), keep_days, closed_days, shop_id)
}
