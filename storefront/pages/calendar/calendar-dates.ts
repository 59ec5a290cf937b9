import { daysOfMonth, julianDay, type SolarDate, solarDate } from '#pure/lunar/julian-day.ts'
import { calendar_years, type LunarDate } from '#pure/lunar/lunar-date.ts'

/** YYYY-MM-DD */
export function isoDate({ year, month, day }: SolarDate): string {
  return `${year}-${two(month)}-${two(day)}`
}

/** DD/MM/YYYY */
export function shownDate({ year, month, day }: SolarDate): string {
  return `${two(day)}/${two(month)}/${year}`
}

/** "12 tháng 5 nhuận" */
export function lunarText({ day, month, is_leap }: LunarDate): string {
  const name = month === 1 ? 'Giêng' : month === 12 ? 'Chạp' : String(month)
  return `${day <= 10 ? 'mùng ' : ''}${day} tháng ${name}${is_leap ? ' nhuận' : ''}`
}

export function isInCalendar({ year }: Pick<SolarDate, 'year'>): boolean {
  return year >= calendar_years.first && year <= calendar_years.last
}

/** The Julian day numbers of the weeks that show a month, from Monday to Sunday. */
export function weeksOf(year: number, month: number): number[][] {
  const first = julianDay({ year, month, day: 1 })
  const days = daysOfMonth(year, month)
  const monday = first - (first % 7)
  const weeks = Math.ceil((first - monday + days) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, n) => monday + week * 7 + n),
  )
}

/** The same day some months later, or the last day of that month; null outside of the calendar. */
export function monthsLater({ year, month, day }: SolarDate, months: number): SolarDate | null {
  const counted = year * 12 + month - 1 + months
  const later = { year: Math.floor(counted / 12), month: (counted % 12) + 1 }
  if (!isInCalendar(later)) return null
  const last = solarDate(julianDay({ ...later, day: 1 }) + daysOfMonth(later.year, later.month) - 1)
  return { ...later, day: Math.min(day, last.day) }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
