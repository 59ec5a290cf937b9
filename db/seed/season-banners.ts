import type { DemoBanner } from '#db/seed/demo-data.ts'
import { type Season, seasonOf } from '#db/seed/season.ts'

interface Period {
  starts_at: Date | null
  ends_at: Date | null
}

/** Returns when a banner is shown: in its season that runs or comes next, until or after others, or always. */
export function bannerPeriod({ in_season, not_in_season }: DemoBanner, now: Date): Period {
  if (in_season !== undefined) {
    const { starts_at, ends_at } = seasonNamed(in_season, now)
    return { starts_at, ends_at }
  }
  const others = (not_in_season ?? []).map((code) => seasonNamed(code, now))
  const [next] = others.toSorted((one, other) => Number(one.starts_at) - Number(other.starts_at))
  if (next === undefined) return { starts_at: null, ends_at: null }
  return next.starts_at <= now
    ? { starts_at: next.ends_at, ends_at: null }
    : { starts_at: null, ends_at: next.starts_at }
}

/** Returns the season with this code that runs at `now`, else the next one. */
function seasonNamed(code: string, now: Date): Season {
  let season = seasonOf(now)
  while (season.code !== code) season = seasonOf(season.ends_at)
  return season
}
