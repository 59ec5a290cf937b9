import { julianDay, solarDate } from '#pure/lunar/julian-day.ts'
import { julianDayOfLunar } from '#pure/lunar/lunar-date.ts'

/** The first day of Tết in a solar year as YYYY-MM-DD; null outside of the calendar. */
export function tetOf(year: number): string | null {
  const julian_day = julianDayOfLunar({ day: 1, month: 1, is_leap: false, year })
  if (julian_day === null) return null
  const { month, day } = solarDate(julian_day)
  return isoDay(year, month, day)
}

/** The day after the fourth Thursday of November as YYYY-MM-DD. */
export function blackFridayOf(year: number): string {
  // A Julian day number is 0 modulo 7 on a Monday.
  const weekday = julianDay({ year, month: 11, day: 1 }) % 7
  const first_thursday = 1 + ((3 - weekday + 7) % 7)
  return isoDay(year, 11, first_thursday + 3 * 7 + 1)
}

function isoDay(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
