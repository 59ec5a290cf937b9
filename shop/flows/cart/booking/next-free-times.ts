import type { Database } from '#db/schema.ts'
import { hoursOf } from '#pure/formats/opening-hours.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { any_skill, closedOn, isInReach, startsOf } from '#shop/booking/booking-times.ts'
import {
  type BookingShop,
  listBookingShops,
  listFullHalfHours,
  techniciansFor,
} from '#shop/booking/slot-store.ts'

const shown_times = 3

/**
 * The next half hours of today and tomorrow in which somebody is free, by shop. Two statements for all shops: a repair
 * that takes longer, or needs a skill, asks for its own times when it is booked.
 */
export async function nextFreeTimes(
  db: Database,
  now: Date,
): Promise<{ shop_id: number; starts_at: string[] }[]> {
  const days = [vietnamDay(now), vietnamDay(now, 1)]
  const last_day = vietnamDay(now, 1)
  const until = new Date(startOfDay(last_day).getTime() + day_ms)
  const [shops, full] = await Promise.all([
    listBookingShops(db),
    listFullHalfHours(db, { from: now, until }),
  ])
  const keyOf = (shop_id: number, starts_at: Date) => `${shop_id} ${starts_at.getTime()}`
  const taken = new Set(full.map(({ shop_id, starts_at }) => keyOf(shop_id, starts_at)))
  const isFree = (shop: BookingShop, starts_at: Date) =>
    isInReach(starts_at, { now, last_day }) &&
    techniciansFor(shop, { skill: any_skill, starts_at }) > 0 &&
    !taken.has(keyOf(shop.shop_id, starts_at))
  return shops.flatMap((shop) => {
    const hours = hoursOf(shop.time_opening)
    const open_days = days.filter((day) => closedOn(day, shop.closed_days) === null)
    const starts = hours === null ? [] : open_days.flatMap((day) => startsOf(day, hours, 1))
    const free = starts.filter((starts_at) => isFree(shop, starts_at)).slice(0, shown_times)
    const starts_at = free.map((one) => one.toISOString())
    return free.length === 0 ? [] : [{ shop_id: shop.shop_id, starts_at }]
  })
}
