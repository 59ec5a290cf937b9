import { first_day, first_year, years } from '#pure/lunar/month-table.ts'

/** A day of the lunar calendar of Vietnam. */
export interface LunarDate {
  day: number
  /** 1 to 12. A leap month has the number of the month before. */
  month: number
  is_leap: boolean
  year: number
}

interface LunarYear {
  year: number
  /** The Julian day number of its first day (Tết). */
  start: number
  /** 0: no leap month. */
  leap_month: number
  /** Days of its 12 or 13 months. */
  lengths: readonly number[]
}

/** The solar years that the calendar covers (contract §9). */
export const calendar_years = { first: 1200, last: 2199 } as const

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const lunar_years = readYears()

/** The lunar date of a Julian day number; null outside of the calendar. */
export function lunarDate(julian_day: number): LunarDate | null {
  const found = yearOf(julian_day)
  if (found === null) return null
  let start = found.start
  for (const [n, length] of found.lengths.entries()) {
    if (julian_day < start + length) {
      const { month, is_leap } = monthAt(found, n)
      return { day: julian_day - start + 1, month, is_leap, year: found.year }
    }
    start += length
  }
  return null
}

/** The Julian day number of a lunar date; null if there is no such day. */
export function julianDayOfLunar({ day, month, is_leap, year }: LunarDate): number | null {
  const found = lunar_years[year - first_year]
  if (found === undefined) return null
  const places = found.lengths.map((length, n) => ({ length, ...monthAt(found, n) }))
  const place = places.findIndex((one) => one.month === month && one.is_leap === is_leap)
  const length = places[place]?.length ?? 0
  if (day < 1 || day > length) return null
  return found.lengths.slice(0, place).reduce((sum, one) => sum + one, found.start) + day - 1
}

/** The days of a lunar month: 29 or 30; null if there is no such month. */
export function daysOfLunarMonth(month: Omit<LunarDate, 'day'>): number | null {
  if (julianDayOfLunar({ ...month, day: 1 }) === null) return null
  return julianDayOfLunar({ ...month, day: 30 }) === null ? 29 : 30
}

/** The number of the leap month of a lunar year; 0: it has none. */
export function leapMonth(year: number): number {
  return lunar_years[year - first_year]?.leap_month ?? 0
}

function monthAt({ leap_month }: LunarYear, n: number): { month: number; is_leap: boolean } {
  const is_after_leap = leap_month > 0 && n >= leap_month
  return { month: is_after_leap ? n : n + 1, is_leap: is_after_leap && n === leap_month }
}

/** Years are of nearly one length, so the year is within one of this estimate. */
function yearOf(julian_day: number): LunarYear | null {
  const estimate = Math.floor((julian_day - first_day) / 365.2425)
  for (const n of [estimate + 1, estimate, estimate - 1]) {
    const year = lunar_years[n]
    if (year !== undefined && year.start <= julian_day) return year
  }
  return null
}

function readYears(): readonly LunarYear[] {
  const found: LunarYear[] = []
  let start = first_day
  for (let n = 0; n * 3 < years.length; n++) {
    const code = [...years.slice(3 * n, 3 * n + 3)].reduce(
      (sum, digit) => 64 * sum + digits.indexOf(digit),
      0,
    )
    const leap_month = code >> 13
    const count = leap_month === 0 ? 12 : 13
    const lengths = Array.from({ length: count }, (_, month) => 29 + ((code >> month) & 1))
    found.push({ year: first_year + n, start, leap_month, lengths })
    start += lengths.reduce((sum, length) => sum + length, 0)
  }
  return found
}
