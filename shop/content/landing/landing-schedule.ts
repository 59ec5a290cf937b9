import type { LandingPage, LandingPart } from '#contracts/storefront/landing/landing.ts'
import type { LandingPhase } from '#contracts/storefront/landing/blocks.ts'
import { blackFridayOf, tetOf } from '#pure/lunar/moving-feasts.ts'
import { startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

export type Recurs = 'never' | 'yearly' | 'tet' | 'black-friday'

/** When a landing page has which phase. Without a start it always runs. */
export interface Schedule {
  teasing_at: Date | null
  starts_at: Date | null
  dday_at: Date | null
  dday_ends_at: Date | null
  ends_at: Date | null
  recurs: Recurs
}

/** Returns the phase at `now`. A phase begins with its first and ends before its last instant. */
export function phaseAt(schedule: Schedule, now: Date): LandingPhase {
  const { teasing_at, starts_at, dday_at, dday_ends_at, ends_at } = schedule
  if (starts_at === null || ends_at === null) return 'running'
  if (now >= ends_at) return 'over'
  if (now < starts_at) return teasing_at !== null && now >= teasing_at ? 'teasing' : 'over'
  const is_dday = dday_at !== null && dday_ends_at !== null && now >= dday_at && now < dday_ends_at
  return is_dday ? 'd-day' : 'running'
}

/**
 * The phase whose blocks an address shows. An address of a phase shows that phase until it has passed, then what the
 * campaign shows.
 */
export function shownPhase(part: LandingPart, schedule: Schedule, now: Date): LandingPhase {
  if (part === 'main') return phaseAt(schedule, now)
  const passes_at = part === 'teasing' ? schedule.starts_at : schedule.dday_ends_at
  return passes_at !== null && now < passes_at ? part : phaseAt(schedule, now)
}

/** Returns what shoppers wait for at `now`; null: it always runs, or does not come again. */
export function nextChange(schedule: Schedule, now: Date): LandingPage['next'] {
  const { starts_at, dday_at, dday_ends_at, ends_at } = schedule
  if (starts_at === null || ends_at === null) return null
  const known = (what: 'starts' | 'd-day' | 'd-day-ends' | 'ends', at: Date) => ({
    ...{ what, at: at.toISOString(), is_foretold: false },
  })
  if (now < starts_at) return known('starts', starts_at)
  if (dday_at !== null && now < dday_at) return known('d-day', dday_at)
  if (dday_ends_at !== null && now < dday_ends_at && dday_ends_at < ends_at) {
    return known('d-day-ends', dday_ends_at)
  }
  if (now < ends_at) return known('ends', ends_at)
  const start = foretoldStart(schedule, now)
  return start === null ? null : { what: 'starts', at: start.toISOString(), is_foretold: true }
}

/** Returns the start of the next occurrence after `now`: as far from its feast as the last one was. */
function foretoldStart({ recurs, starts_at }: Schedule, now: Date): Date | null {
  if (recurs === 'never' || starts_at === null) return null
  const feast = feastAfter(recurs, starts_at)
  const ahead_ms = feast === null ? 0 : feast.getTime() - starts_at.getTime()
  const first_year = yearOf(feast ?? starts_at)
  for (let year = first_year + 1; year <= yearOf(now) + 2; year += 1) {
    const next = feastOf(recurs, year, starts_at)
    if (next === null) return null
    const start = new Date(next.getTime() - ahead_ms)
    if (start > now) return start
  }
  return null
}

/** Returns the feast that a campaign with this start belongs to: the first one after it. */
function feastAfter(recurs: Recurs, starts_at: Date): Date | null {
  if (recurs === 'yearly') return null
  const year = yearOf(starts_at)
  const feasts = [year, year + 1].map((each) => feastOf(recurs, each, starts_at))
  return feasts.find((feast) => feast !== null && feast >= starts_at) ?? null
}

function feastOf(recurs: Recurs, year: number, starts_at: Date): Date | null {
  if (recurs === 'black-friday') return startOfDay(blackFridayOf(year))
  const day = recurs === 'tet' ? tetOf(year) : `${year}-${monthAndDay(starts_at)}`
  return day === null ? null : startOfDay(day)
}

/** 29 February recurs on 28 February. */
function monthAndDay(at: Date): string {
  return vietnamDay(at).slice(5).replace('02-29', '02-28')
}

function yearOf(at: Date): number {
  return Number(vietnamDay(at).slice(0, 4))
}

/** The last day of a campaign: its end is the first instant after it. */
export function lastDay(ends_at: Date): Date {
  return new Date(ends_at.getTime() - 1_000)
}
