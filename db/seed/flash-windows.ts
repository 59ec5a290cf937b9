import { startOfDay, vietnamClock, vietnamDay } from '#pure/vietnam-time.ts'

const hour_ms = 3_600_000
/** The demo's windows open at these hours of every day; each runs until the next one opens. */
const opening_hours = [0, 9, 12, 15, 18, 21, 23]

/** The period of a flash sale. */
export interface Window {
  starts_at: Date
  ends_at: Date
}

/**
 * Returns the next windows of the demo's timetable, the running one first. At every moment one window runs,
 * and before 23:00 another starts on the same day.
 */
export function windowsFrom(now: Date, count: number): Window[] {
  const days = Math.ceil(count / opening_hours.length) + 1
  const openings = Array.from({ length: days + 1 }, (_, day) =>
    opening_hours.map((hour) => vietnamTime(now, day, hour)),
  ).flat()
  const windows = openings.flatMap((starts_at, index) => {
    const ends_at = openings[index + 1]
    return ends_at === undefined ? [] : [{ starts_at, ends_at }]
  })
  return windows.filter(({ ends_at }) => ends_at > now).slice(0, count)
}

/** "Flash sale 21/11 khung 09h". */
export function windowName({ starts_at }: Window): string {
  const [, month, day, hour] = /-(\d\d)-(\d\d)T(\d\d):/.exec(vietnamClock(starts_at)) ?? []
  return `Flash sale ${day}/${month} khung ${hour}h`
}

/** Returns the instant at `hour` in Vietnam, `days` days after the day of `now`. */
export function vietnamTime(now: Date, days: number, hour: number): Date {
  return new Date(startOfDay(vietnamDay(now, days)).getTime() + hour * hour_ms)
}
