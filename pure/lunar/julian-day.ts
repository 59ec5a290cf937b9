/** A day of the solar calendar: Gregorian from 15/10/1582, Julian before. */
export interface SolarDate {
  year: number
  month: number
  day: number
}

/** The Julian day number of 15/10/1582, the first day of the Gregorian calendar. The day before was 4/10/1582. */
const gregorian_start = 2_299_161

/** The Julian day number of a date. Days past the end of a month count on. */
export function julianDay({ year, month, day }: SolarDate): number {
  const gregorian = dayNumber(year, month, day) - leapDays(year, month)
  return gregorian >= gregorian_start ? gregorian : dayNumber(year, month, day) - 38
}

/** The date of a Julian day number. */
export function solarDate(julian_day: number): SolarDate {
  const shifted = julian_day + 32_044
  const centuries = Math.floor((4 * shifted + 3) / 146_097)
  const is_gregorian = julian_day >= gregorian_start
  const of_century = is_gregorian
    ? shifted - Math.floor((146_097 * centuries) / 4)
    : julian_day + 32_082
  const years = Math.floor((4 * of_century + 3) / 1_461)
  const of_year = of_century - Math.floor((1_461 * years) / 4)
  const months = Math.floor((5 * of_year + 2) / 153)
  return {
    day: of_year - Math.floor((153 * months + 2) / 5) + 1,
    month: months + 3 - 12 * Math.floor(months / 10),
    year: (is_gregorian ? 100 * centuries : 0) + years - 4_800 + Math.floor(months / 10),
  }
}

/** How many days a month has. October 1582 has 21. */
export function daysOfMonth(year: number, month: number): number {
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  return julianDay({ ...next, day: 1 }) - julianDay({ year, month, day: 1 })
}

/** Monday is 1, Sunday 7. */
export function weekday(julian_day: number): number {
  return (julian_day % 7) + 1
}

/** Counts days with a leap day every four years, from a March far in the past. */
function dayNumber(year: number, month: number, day: number): number {
  const before_march = month < 3 ? 1 : 0
  const years = year + 4_800 - before_march
  const months = month + 12 * before_march - 3
  return day + Math.floor((153 * months + 2) / 5) + 365 * years + Math.floor(years / 4) - 32_045
}

/** The leap days of every fourth year that the Gregorian calendar leaves out. */
function leapDays(year: number, month: number): number {
  const years = year + 4_800 - (month < 3 ? 1 : 0)
  return Math.floor(years / 100) - Math.floor(years / 400)
}
