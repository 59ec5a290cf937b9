import { booking_rules } from '#contracts/storefront/booking.ts'
import { day_ms, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

export const half_hour_ms = 1_800_000
/** Counts all technicians of a shop, whatever they can do. */
export const any_skill = 'any'
/** A longer repair takes a technician only for this long: the device stays, and is collected later. */
const longest_line = 4
const longest_booking = 8

/** A service as it takes time. */
export interface Work {
  skill: string
  minutes: number
  quantity: number
}

/** A place of a booking: one technician with a skill, in the half hour of this number from its start. */
interface Need {
  skill: string
  half_hour: number
}

/**
 * What services take, one after another: every half hour one technician, who must have the skill of the service.
 * Null: they take longer than one appointment may.
 */
export function needsOf(works: readonly Work[]): { half_hours: number; needs: Need[] } | null {
  const needs = new Map<string, Need>()
  let minutes = 0
  for (const { skill, ...work } of works) {
    const from = Math.floor(minutes / 30)
    minutes += Math.min(work.minutes, longest_line * 30) * work.quantity
    for (let half_hour = from; half_hour < minutes / 30; half_hour++) {
      for (const name of [any_skill, skill]) {
        needs.set(`${name} ${half_hour}`, { skill: name, half_hour })
      }
    }
  }
  const half_hours = Math.ceil(minutes / 30)
  return half_hours > longest_booking ? null : { half_hours, needs: [...needs.values()] }
}

/** A slot of a shop. */
export interface SlotKey {
  skill: string
  starts_at: Date
}

/** The slots that a booking takes if it begins at `starts_at`. */
export function slotsFrom(starts_at: Date, needs: readonly Need[]): SlotKey[] {
  return needs.map(({ skill, half_hour }) => ({
    skill,
    starts_at: new Date(starts_at.getTime() + half_hour * half_hour_ms),
  }))
}

/** The times of a day at which a booking of so many half hours can begin: it ends when the shop closes. */
export function startsOf(
  day: string,
  hours: { opens: string; closes: string },
  half_hours: number,
): Date[] {
  const opens = vietnamInstant(day, hours.opens).getTime()
  const closes = vietnamInstant(day, hours.closes).getTime()
  const first = Math.ceil(opens / half_hour_ms) * half_hour_ms
  const count = Math.floor((closes - first) / half_hour_ms) - half_hours + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) => new Date(first + n * half_hour_ms))
}

/** The first and the last time that can be booked. */
interface Period {
  now: Date
  /** YYYY-MM-DD */
  last_day: string
  /** How long before its time an appointment is made at the latest. */
  lead_minutes?: number | undefined
}

/** Whether the time is neither too soon nor too far ahead. */
export function isInReach(
  starts_at: Date,
  { now, last_day, lead_minutes = booking_rules.lead_minutes }: Period,
): boolean {
  const ahead = starts_at.getTime() - now.getTime()
  const end = vietnamInstant(last_day, '00:00').getTime() + day_ms
  return ahead >= lead_minutes * 60_000 && starts_at.getTime() < end
}

/** The day of the week in Vietnam: 0 is Monday. */
export function weekdayOf(at: Date): number {
  return (new Date(`${vietnamDay(at)}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** A day (YYYY-MM-DD) on which shops are closed. */
export interface ClosedDay {
  day: string
  name: string
}

/** Why shops are closed on a day; null: they are open. */
export function closedOn(day: string, closed_days: readonly ClosedDay[]): string | null {
  return closed_days.find((closed) => closed.day === day)?.name ?? null
}

/** When the shopper is reminded: at 18:00 of the day before. */
export function reminderAt(starts_at: Date): Date {
  return vietnamInstant(vietnamDay(starts_at, -1), '18:00')
}
