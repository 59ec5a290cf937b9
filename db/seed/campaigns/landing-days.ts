import { blackFridayOf, tetOf } from '#pure/lunar/moving-feasts.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

/** When a demo campaign runs: days counted from a feast, `ends` being the first day without it. */
export interface DemoSchedule {
  /** black-friday, tet, or the same day of every year as MM-DD. */
  feast: string
  teasing?: number
  starts: number
  dday?: number
  ends: number
}

/** The times of a landing page. */
interface LandingTimes {
  teasing_at: Date | null
  starts_at: Date | null
  dday_at: Date | null
  dday_ends_at: Date | null
  ends_at: Date | null
}

/** A campaign that is over keeps its dates for so many days; then the demo shows those of the next occurrence. */
const shown_as_over_days = 14

/** Returns the occurrence that runs at `now`, else the one that is just over, else the next. */
export function landingTimes(schedule: DemoSchedule | undefined, now: Date): LandingTimes {
  if (schedule === undefined) {
    return { teasing_at: null, starts_at: null, dday_at: null, dday_ends_at: null, ends_at: null }
  }
  const year = Number(vietnamDay(now).slice(0, 4))
  const feasts = [year - 1, year, year + 1, year + 2].map((each) => feastIn(schedule.feast, each))
  const today = vietnamDay(now)
  const next = feasts.find((feast) => addDays(feast, schedule.ends + shown_as_over_days) > today)
  return timesFrom(schedule, next ?? today)
}

function timesFrom({ teasing, starts, dday, ends }: DemoSchedule, feast: string): LandingTimes {
  const at = (days: number | undefined) =>
    days === undefined ? null : startOfDay(addDays(feast, days))
  return {
    teasing_at: at(teasing),
    starts_at: at(starts),
    dday_at: at(dday),
    dday_ends_at: at(dday === undefined ? undefined : dday + 1),
    ends_at: at(ends),
  }
}

function feastIn(feast: string, year: number): string {
  if (feast === 'black-friday') return blackFridayOf(year)
  if (feast === 'tet') return tetOf(year) ?? `${year}-02-01`
  return `${year}-${feast}`
}

function addDays(day: string, days: number): string {
  return vietnamDay(startOfDay(day), days)
}
