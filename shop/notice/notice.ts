import type { NoticeKind } from '#contracts/storefront/notices.ts'
import { vietnamClock, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

/** An address gets so many notices in 24 hours (Decree 91/2020); the others wait. */
export const max_a_day = 3

/** Nobody is told of an item at night. The decree has 22:00 to 07:00 for SMS; the shop keeps these hours for all. */
const night = { begins: '21:00', ends: '08:00' }
/** Whoever asked for the hour of a start hears of it as early and as late as the decree allows. */
const night_of_starts: typeof night = { begins: '22:00', ends: '07:00' }

/** When a message about an item that is written at `now` may go out: at once, or in the morning. */
export function mayGoOutAt(now: Date): Date {
  return afterNight(night, now)
}

/** The same for a message about a start. */
export function mayRemindAt(now: Date): Date {
  return afterNight(night_of_starts, now)
}

function afterNight({ begins, ends }: { begins: string; ends: string }, now: Date): Date {
  const time = vietnamClock(now).slice(11, 16)
  if (time >= ends && time < begins) return now
  return vietnamInstant(vietnamDay(now, time < ends ? 0 : 1), ends)
}

interface DueNotice {
  kind: NoticeKind
  price_seen: number | null
  is_on_sale: boolean
  item: { is_in_stock: boolean }
}

/** Whether a message that has not gone out yet would be wrong: sold out again, or no longer cheaper. */
export function isOver(
  { kind, price_seen, is_on_sale, item }: DueNotice,
  price: number | null,
): boolean {
  if (!is_on_sale) return true
  if (kind === 'stock') return !item.is_in_stock
  return price === null || price >= (price_seen ?? 0)
}

/** When something begins, and ends. A page that was switched off and a sale that was called off have no start. */
interface Begins {
  is_on: boolean
  starts_at: Date
  ends_at: Date | null
}

export function isAhead({ is_on, starts_at }: Begins, now: Date): boolean {
  return is_on && now < starts_at
}

export function hasBegun({ is_on, starts_at, ends_at }: Begins, now: Date): boolean {
  return is_on && now >= starts_at && (ends_at === null || now < ends_at)
}
