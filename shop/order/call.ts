import { vietnamClock, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

/** How long an order is taken by its caller. */
export const call_ms = 10 * 60_000
/** After so many calls without an answer an unpaid order is cancelled. */
export const max_no_answers = 4
export const max_callback_ms = 7 * 86_400_000

const minute_ms = 60_000
const opens = '08:00'
const closes = '21:00'

/** When to call again after nobody answered for the n-th time: in 30 minutes, 2 hours, then on the next morning. */
export function nextCallAt(no_answers: number, now: Date): Date {
  const waits_min = [30, 120]
  const wait_min = waits_min[no_answers - 1]
  if (wait_min === undefined) return nextMorning(now)
  return inCallingHours(new Date(now.getTime() + wait_min * minute_ms))
}

/** 8:00 on the next Vietnamese day. */
export function nextMorning(now: Date): Date {
  return vietnamInstant(vietnamDay(now, 1), opens)
}

/** Nobody is called by the clock before 8:00 or after 21:00. */
function inCallingHours(at: Date): Date {
  const time = vietnamClock(at).slice(11, 16)
  if (time < opens) return vietnamInstant(vietnamDay(at), opens)
  return time >= closes ? nextMorning(at) : at
}
