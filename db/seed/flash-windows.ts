import { startOfDay, vietnamClock, vietnamDay } from '#pure/vietnam-time.ts'

const hour_ms = 3_600_000
/** Windows of a day in the demo open at these hours; each runs until the next one opens. */
const opening_hours = [0, 9, 12, 15, 18, 21, 23]

/** From and until when goods have their flash price. */
export interface Window {
  starts_at: Date
  ends_at: Date
}

/**
 * The next windows of the demo's timetable, the one that runs now first: at every moment one runs, and
 * before 23:00 another comes the same day.
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

/** The same hour of the Vietnamese clock, so many days after the day of `now`. */
export function vietnamTime(now: Date, days: number, hour: number): Date {
  return new Date(startOfDay(vietnamDay(now, days)).getTime() + hour * hour_ms)
}
