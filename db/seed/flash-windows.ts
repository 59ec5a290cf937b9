const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const vietnam_offset_ms = 7 * hour_ms
/** The hours at which a window usually opens, for three hours. */
const usual_hours = [9, 14, 20]
const usual_length_ms = 3 * hour_ms
/** A window that is cut shorter than this is not worth running to. */
const shortest_ms = 30 * 60_000
/** Towards midnight the running window makes room for one more of the day. */
const late_hours = [22, 23, 23.5]

/** From and until when goods have their flash price. */
export interface Window {
  starts_at: Date
  ends_at: Date
}

/**
 * The windows to add to those that have not ended, so that there are `count`: one that runs now, one
 * that comes today (in the last hour of a day: tomorrow), the others at the usual hours after them.
 */
export function windowsToAdd(live: readonly Window[], now: Date, count: number): Window[] {
  const added: Window[] = []
  const running = live.filter((each) => each.starts_at <= now)
  const coming = live.filter((each) => each.starts_at > now)
  if (running.length === 0) added.push(windowNow(coming, now))
  const open = [...running, ...added]
  const ends = Math.max(...open.map((each) => each.ends_at.getTime()))
  const midnight = vietnamMidnight(now) + day_ms
  const isToday = (each: Window) => each.starts_at.getTime() < midnight
  const has_next = coming.some(isToday) || usualAfter(ends).starts_at.getTime() < midnight
  if (!has_next && ends < midnight) added.push(between(ends, midnight))
  while (live.length + added.length < count) {
    const last = Math.max(...[...live, ...added].map((each) => each.ends_at.getTime()))
    added.push(usualAfter(last))
  }
  return added
}

/** "Flash sale 21/11 khung 09h". */
export function windowName({ starts_at }: Window): string {
  const local = new Date(starts_at.getTime() + vietnam_offset_ms).toISOString()
  const [, month, day, hour, minute] = /-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(local) ?? []
  return `Flash sale ${day}/${month} khung ${hour}h${minute === '00' ? '' : minute}`
}

/** The same hour of the Vietnamese clock, so many days after the day of `now`. */
export function vietnamTime(now: Date, days: number, hour: number): Date {
  return new Date(vietnamMidnight(now) + days * day_ms + hour * hour_ms)
}

/** From the full hour on; it ends when the next begins, or leaves room for one more this day. */
function windowNow(coming: readonly Window[], now: Date): Window {
  const start = Math.floor(now.getTime() / hour_ms) * hour_ms
  const usual = start + usual_length_ms
  const next = Math.min(...coming.map((each) => each.starts_at.getTime()))
  if (next < usual && next - now.getTime() >= shortest_ms) return between(start, next)
  const midnight = vietnamMidnight(now) + day_ms
  if (usual <= midnight - hour_ms) return between(start, usual)
  const late = late_hours
    .map((hour) => vietnamMidnight(now) + hour * hour_ms)
    .find((end) => end - now.getTime() >= shortest_ms)
  return between(start, late ?? midnight)
}

function usualAfter(time: number): Window {
  const midnight = vietnamMidnight(new Date(time))
  const starts = [0, day_ms].flatMap((day) =>
    usual_hours.map((hour) => midnight + day + hour * hour_ms),
  )
  const start = starts.find((each) => each >= time) ?? time
  return between(start, start + usual_length_ms)
}

function between(start: number, end: number): Window {
  return { starts_at: new Date(start), ends_at: new Date(end) }
}

function vietnamMidnight(instant: Date): number {
  const local = instant.getTime() + vietnam_offset_ms
  return Math.floor(local / day_ms) * day_ms - vietnam_offset_ms
}
