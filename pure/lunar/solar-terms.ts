import { shifted_terms } from '#pure/lunar/term-table.ts'

/** The 24 solar terms, beginning at the sun's longitude 0. Each covers 15 degrees. */
const term_names = [
  'Xuân phân',
  'Thanh minh',
  'Cốc vũ',
  'Lập hạ',
  'Tiểu mãn',
  'Mang chủng',
  'Hạ chí',
  'Tiểu thử',
  'Đại thử',
  'Lập thu',
  'Xử thử',
  'Bạch lộ',
  'Thu phân',
  'Hàn lộ',
  'Sương giáng',
  'Lập đông',
  'Tiểu tuyết',
  'Đại tuyết',
  'Đông chí',
  'Tiểu hàn',
  'Đại hàn',
  'Lập xuân',
  'Vũ thủy',
  'Kinh trập',
] as const

const day_of_2000 = 2_451_545
const days_per_century = 36_525
const days_per_term = 365.2422 / 24
const degrees = Math.PI / 180

interface SolarTerm {
  /** Its place in the year from the spring equinox: 0 to 23. */
  index: number
  name: string
  /** The Julian day number of its first day in Vietnam (UTC+7). */
  start: number
}

/** The solar term in force on a day. Terms are those of the true sun at UTC+7, in all years. */
export function solarTerm(julian_day: number): SolarTerm {
  // The spring equinox of 2000 was on Julian day 2,451,623.8. No term begins more than three days from its mean.
  let n = Math.floor((julian_day + 3 - 2_451_623.8) / days_per_term)
  while (termStart(n) > julian_day) n--
  const index = ((n % 24) + 24) % 24
  return { index, name: term_names[index] ?? '', start: termStart(n) }
}

/** The first day of the n-th term from the spring equinox of 2000. */
function termStart(n: number): number {
  return approximateTermStart(n) + (shifts.get(n) ?? 0)
}

/**
 * The same by a formula for the sun that is exact to 15 minutes (Meeus, Astronomical Algorithms, chapter 25). Where
 * a term begins near midnight the day may be wrong by one: `shifted_terms` lists these.
 */
export function approximateTermStart(n: number): number {
  const wanted = 15 * n
  let time = 2_451_623.8 + n * days_per_term
  for (let round = 0; round < 4; round++) {
    const missing = wanted - sunLongitude(time)
    time += (((((missing + 180) % 360) + 360) % 360) - 180) * (365.2422 / 360)
  }
  const century = (time - day_of_2000) / days_per_century + 1.8
  const earth_lag_s = 32 * century * century - 20
  return Math.floor(time - earth_lag_s / 86_400 + 7 / 24 + 0.5)
}

/** The apparent longitude of the sun in degrees, at a time in Julian days. */
function sunLongitude(time: number): number {
  const t = (time - day_of_2000) / days_per_century
  const anomaly = (357.52911 + 35_999.05029 * t - 0.0001537 * t * t) * degrees
  const centre =
    (1.914602 - 0.004817 * t - 0.000014 * t * t) * Math.sin(anomaly) +
    (0.019993 - 0.000101 * t) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly)
  const node = (125.04 - 1_934.136 * t) * degrees
  const mean = 280.46646 + 36_000.76983 * t + 0.0003032 * t * t
  return mean + centre - 0.00569 - 0.00478 * Math.sin(node)
}

/** The table lists terms from this one, of October 1199, to the last one of 2201. */
export const first_term = -19_210
export const last_term = 4_848

/** Days to add to the approximate start. Each entry is twice the distance to the term before, plus 1 if it is later. */
function readShifts(): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let n = first_term
  for (const text of shifted_terms.split('.')) {
    const code = Number.parseInt(text, 36)
    n += code >> 1
    found.set(n, code % 2 === 0 ? -1 : 1)
  }
  return found
}

const shifts = readShifts()
