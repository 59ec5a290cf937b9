import { vietnamClock, vietnamDay, vietnamInstant } from '#pure/vietnam-time.ts'

const hour_ms = 3_600_000
/** Questions are answered within an hour from 8:00 to 22:00. */
const opens = '08:00'
const closes = '22:00'
/** What is asked at night is answered until this time of the next morning. */
const next_morning = '09:00'

/** Until when the shop answers what is asked at an instant. */
export function answerDue(asked_at: Date): Date {
  const time = vietnamClock(asked_at).slice(11, 16)
  if (time >= opens && time < closes) return new Date(asked_at.getTime() + hour_ms)
  return vietnamInstant(vietnamDay(asked_at, time < opens ? 0 : 1), next_morning)
}
