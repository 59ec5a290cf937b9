import { shop_reservation_rules } from '#contracts/storefront/trade/shop-reservation.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

const hour_ms = 3_600_000
/** Shoppers are reminded so long before the piece goes back. */
const reminded_before_ms = 4 * hour_ms
/** In daylight: later than that, they are reminded at the end of it. */
const [first_hour, last_hour] = [8, 20]

/** Until when a piece is set aside that is asked for now. */
export function reservedUntil(now: Date): Date {
  return new Date(now.getTime() + shop_reservation_rules.hours * hour_ms)
}

/** When the shopper is reminded: some hours before, and never at night. */
export function reminderOf(expires_at: Date): Date {
  const wanted = new Date(expires_at.getTime() - reminded_before_ms)
  const midnight = startOfDay(vietnamDay(wanted)).getTime()
  const hour = (wanted.getTime() - midnight) / hour_ms
  if (hour < first_hour) return new Date(midnight - day_ms + last_hour * hour_ms)
  return hour > last_hour ? new Date(midnight + last_hour * hour_ms) : wanted
}
