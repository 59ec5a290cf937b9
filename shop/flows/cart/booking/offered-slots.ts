import {
  booking as contract,
  type BookingDay,
  booking_rules,
} from '#contracts/storefront/booking.ts'
import type { Database } from '#db/schema.ts'
import { hoursOf } from '#pure/formats/opening-hours.ts'
import { feastsOf } from '#pure/lunar/feast-days.ts'
import { julianDay } from '#pure/lunar/julian-day.ts'
import { lunarDate } from '#pure/lunar/lunar-date.ts'
import { day_ms, formatTime, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import {
  closedOn,
  half_hour_ms,
  isInReach,
  needsOf,
  type SlotKey,
  slotsFrom,
  startsOf,
  type Work,
} from '#shop/booking/booking-times.ts'
import {
  type BookingShop,
  findBookingShop,
  hasTechnicianFor,
  listSlots,
  techniciansFor,
} from '#shop/booking/slot-store.ts'

/** What an appointment needs, at a shop that can do it. */
export interface Wanted {
  shop: BookingShop
  half_hours: number
  needs: NonNullable<ReturnType<typeof needsOf>>['needs']
  /** Slots that the booking has, if one is moved: they are free for it. */
  own?: readonly (SlotKey & { shop_id: number })[]
  /** How many minutes ahead it is made at least; absent: as many as shoppers need. */
  lead_minutes?: number
}

/** Finds the shop and what the services need of it; refuses if the shop does not offer them. */
export async function wantedAt(
  db: Database,
  shop_id: number,
  works: readonly Work[],
): Promise<Wanted> {
  const { refuse } = contract.bookingSlots
  const found = needsOf(works)
  if (found === null) throw refuse('booking_too_long')
  const shop = await findBookingShop(db, shop_id)
  if (shop === null || works.some(({ skill }) => !hasTechnicianFor(shop, skill))) {
    throw refuse('shop_takes_no_bookings')
  }
  return { shop, ...found }
}

/** The days and times at which an appointment can begin. */
export async function offeredDays(db: Database, wanted: Wanted, now: Date): Promise<BookingDay[]> {
  const { shop, half_hours, lead_minutes } = wanted
  const hours = hoursOf(shop.time_opening)
  const days = Array.from({ length: booking_rules.days }, (_, n) => vietnamDay(now, n))
  const last_day = days.at(-1) ?? vietnamDay(now)
  const isFree = await freeSlots(db, wanted, now, last_day)
  return days.map((day) => {
    const closed = closedOn(day, shop.closed_days)
    const starts = closed !== null || hours === null ? [] : startsOf(day, hours, half_hours)
    const slots = starts
      .filter((starts_at) => isInReach(starts_at, { now, last_day, lead_minutes }))
      .map((starts_at) => ({
        starts_at: starts_at.toISOString(),
        time: formatTime(starts_at),
        is_free: isFree(starts_at),
      }))
    return { day, ...lunarDay(day), closed, slots }
  })
}

/** Tells for a time whether all that the appointment needs is free. */
async function freeSlots(
  db: Database,
  { shop, needs, own = [] }: Wanted,
  now: Date,
  last_day: string,
): Promise<(starts_at: Date) => boolean> {
  const until = new Date(startOfDay(last_day).getTime() + day_ms)
  // The running half hour is one that staff can offer.
  const from = new Date(now.getTime() - half_hour_ms)
  const slots = await listSlots(db, { shop_id: shop.shop_id, from, until })
  const keyOf = ({ skill, starts_at }: SlotKey) => `${skill} ${starts_at.getTime()}`
  const of_booking = new Set(
    own.filter(({ shop_id }) => shop_id === shop.shop_id).map((slot) => keyOf(slot)),
  )
  const left = new Map(
    slots.map((slot) => {
      const key = keyOf(slot)
      return [key, slot.capacity - slot.taken + (of_booking.has(key) ? 1 : 0)]
    }),
  )
  return (starts_at) =>
    slotsFrom(starts_at, needs).every(
      (slot) => (left.get(keyOf(slot)) ?? techniciansFor(shop, slot)) > 0,
    )
}

function lunarDay(day: string): Pick<BookingDay, 'lunar' | 'feast'> {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const julian_day = julianDay({ year, month, day: date })
  const lunar = lunarDate(julian_day)
  const leap = lunar?.is_leap ? ' nhuận' : ''
  return {
    lunar: lunar === null ? '' : `${lunar.day}/${lunar.month}${leap}`,
    feast: feastsOf(julian_day)[0]?.name ?? null,
  }
}

const offered_instead = 3

/** The next free times from `after` on; if there are none, the last ones before. */
export async function nextFree(
  db: Database,
  wanted: Wanted,
  after: Date,
  now: Date,
): Promise<{ slots: { starts_at: string }[] }> {
  const days = await offeredDays(db, wanted, now)
  const free = days.flatMap(({ slots }) => slots).filter(({ is_free }) => is_free)
  const later = free.filter(({ starts_at }) => starts_at > after.toISOString())
  const chosen = later.length > 0 ? later.slice(0, offered_instead) : free.slice(-offered_instead)
  return { slots: chosen.map(({ starts_at }) => ({ starts_at })) }
}

/** Whether an appointment can begin at this time, free or not. */
function isOffered(
  { shop, half_hours, lead_minutes }: Wanted,
  starts_at: Date,
  now: Date,
): boolean {
  const day = vietnamDay(starts_at)
  const hours = hoursOf(shop.time_opening)
  if (hours === null || closedOn(day, shop.closed_days) !== null) return false
  const last_day = vietnamDay(now, booking_rules.days - 1)
  if (!isInReach(starts_at, { now, last_day, lead_minutes })) return false
  return startsOf(day, hours, half_hours).some((one) => one.getTime() === starts_at.getTime())
}

/** Refuses a time that the shop does not offer, with the next times that it does. */
export async function refuseUnofferedTime(
  db: Database,
  wanted: Wanted,
  starts_at: Date,
  now: Date,
): Promise<void> {
  if (isOffered(wanted, starts_at, now)) return
  throw contract.createBooking.refuse(
    'slot_not_offered',
    await nextFree(db, wanted, starts_at, now),
  )
}
