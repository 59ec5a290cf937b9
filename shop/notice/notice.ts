import type { NoticeKind } from '#contracts/storefront/notices.ts'
import { vietnamClock, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

/** An address gets so many notices in 24 hours (Decree 91/2020); the others wait. */
export const max_a_day = 3

/** Nobody is told of an item at night. The decree has 22:00 to 07:00 for SMS; the shop keeps these hours for all. */
const night = { begins: '21:00', ends: '08:00' }

/** When a message that is written at `now` may go out: at once, or in the morning. */
export function mayGoOutAt(now: Date): Date {
  const time = vietnamClock(now).slice(11, 16)
  if (time >= night.ends && time < night.begins) return now
  return vietnamInstant(vietnamDay(now, time < night.ends ? 0 : 1), night.ends)
}

interface Told {
  kind: NoticeKind
  price_seen: number | null
  is_on_sale: boolean
  item: { is_in_stock: boolean }
}

/** Whether a message that has not gone out yet would be wrong: sold out again, or no longer cheaper. */
export function isOver(
  { kind, price_seen, is_on_sale, item }: Told,
  price: number | null,
): boolean {
  if (!is_on_sale) return true
  if (kind === 'stock') return !item.is_in_stock
  return price === null || price >= (price_seen ?? 0)
}
