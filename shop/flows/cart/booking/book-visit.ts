import { randomBytes } from 'node:crypto'
import { booking as contract, booking_rules } from '#contracts/storefront/booking.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { CustomerId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import {
  countOfPhone,
  findSameBooking,
  insertBooking,
  lockPhone,
  type NewBooking,
  type NewLine,
} from '#shop/booking/booking-store.ts'
import { slotsFrom } from '#shop/booking/booking-times.ts'
import { insertBookingSlots, makeSlots, takeSlots } from '#shop/booking/slot-store.ts'
import { notifyOfBooking } from '#shop/flows/cart/booking/notify-of-booking.ts'
import { nextFree, refuseUnofferedTime, wantedAt } from '#shop/flows/cart/booking/offered-slots.ts'
import { dayCode } from '#shop/order/order.ts'

export interface BookingDeps {
  db: Database
  now: Now
  log: Log
}

/** What is booked: services, a shop, a time, and who comes. */
export interface Visit {
  customer_id: CustomerId | null
  idempotency_key: string | null
  shop_id: number
  starts_at: Date
  lines: readonly NewLine[]
  contact: Pick<NewBooking, 'name' | 'phone' | 'email' | 'notes'>
  promotion_announcement: boolean
  /** Đồng that was shown; a booking that costs more is refused. */
  total_seen: number | undefined
}

/** Who books. */
interface BookedBy {
  /** Opens the transaction. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Runs first in the transaction. */
  prepare?: (tx: Tx) => Promise<void>
  /** Runs last in the transaction of a new booking. */
  finish?: (tx: Tx) => Promise<void>
  lead_minutes?: number
}

/** After so many appointments to which nobody came in half a year, a phone has one open booking at most. */
const forgiven_no_shows = 2
const remembered_days = 180

/**
 * Books a visit, and returns its code; the same visit booked again is the same booking. Two bookings for the last
 * place: the slots are taken under their locks, so one wins, and the other is offered the next free times.
 */
export async function bookVisit(
  { db, now, log }: BookingDeps,
  { contact, lines, total_seen, ...visit }: Visit,
  by: BookedBy,
): Promise<string> {
  const asked_at = now()
  const { shop_id, starts_at } = visit
  const { lead_minutes } = by
  const found = await wantedAt(db, shop_id, lines)
  const wanted = lead_minutes === undefined ? found : { ...found, lead_minutes }
  const new_booking: NewBooking = {
    code: dayCode('LH', asked_at),
    secret: randomBytes(20).toString('hex'),
    ...{ ...visit, ...contact, half_hours: wanted.half_hours },
    total: totalOf(lines),
    created_at: asked_at,
  }
  const slots = slotsFrom(starts_at, wanted.needs)
  // A repeated call is answered even if its time is not offered any more.
  const made = await findSameBooking(db, new_booking, lines)
  if (made !== null) return made
  refuseHigherPrice(total_seen, new_booking.total)
  await refuseUnofferedTime(db, wanted, starts_at, asked_at)
  await makeSlots(db, shop_id, slots)
  const code = await by.write(async (tx) => {
    await by.prepare?.(tx)
    await lockPhone(tx, contact.phone)
    const same = await findSameBooking(tx, new_booking, lines)
    if (same !== null) return same
    await refuseTooMany(tx, contact.phone, asked_at)
    if (!(await takeSlots(tx, shop_id, slots))) return null
    const booking_id = await insertBooking(tx, new_booking, lines)
    await insertBookingSlots(tx, { booking_id, shop_id }, slots)
    await notifyOfBooking(tx, booking_id, 'booking_made', asked_at)
    await by.finish?.(tx)
    return new_booking.code
  })
  if (code === null) {
    throw contract.createBooking.refuse(
      'slot_full',
      await nextFree(db, wanted, starts_at, asked_at),
    )
  }
  if (code === new_booking.code) log.info({ booking: code, shop_id }, 'a visit was booked')
  return code
}

export function totalOf(lines: readonly NewLine[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}

/** A price that rose since the page was shown is not booked unseen; a lower one is what the customer gets. */
function refuseHigherPrice(previous_total: number | undefined, total: number): void {
  if (previous_total === undefined || total <= previous_total) return
  throw contract.createBooking.refuse('price_changed', { previous_total, total })
}

async function refuseTooMany(tx: Tx, phone: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - remembered_days * day_ms)
  const { open, no_shows } = await countOfPhone(tx, phone, { now, since })
  const max = no_shows > forgiven_no_shows ? 1 : booking_rules.max_open
  if (open >= max) throw contract.createBooking.refuse('too_many_bookings', { max })
}
