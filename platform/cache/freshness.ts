/** How long a cached value is shown, and when it may be made anew; all in milliseconds of one clock. */
export interface Freshness {
  fresh_until: number
  /** Until then an aged value is shown while a newer one is made. */
  stale_until: number
  /** Beyond this it is not even shown when a newer one cannot be made. */
  useless_at: number
  /** No attempt to make it anew before. */
  next_refresh_at: number
}

export type Age = 'fresh' | 'stale' | 'expired'

const trouble_ms = 3_600_000
const refresh_pause_ms = 5_000

/** Of a value that was made at `now`. */
export function freshnessOf(
  { fresh_ms, stale_ms }: { fresh_ms: number; stale_ms: number },
  now: number,
): Freshness {
  return {
    fresh_until: now + fresh_ms,
    stale_until: now + fresh_ms + stale_ms,
    useless_at: now + trouble_ms,
    next_refresh_at: 0,
  }
}

export function ageOf({ fresh_until, stale_until }: Freshness, now: number): Age {
  if (now < fresh_until) return 'fresh'
  return now < stale_until ? 'stale' : 'expired'
}

/** Whether an old value may stand in for one that could not be made. */
export function isUsefulInTrouble({ useless_at }: Freshness, now: number): boolean {
  return now < useless_at
}

/** Whether to begin a refresh now; if so, the next one waits: a value that fails is not made in a loop. */
export function beginRefresh(freshness: Freshness, now: number): boolean {
  if (now < freshness.next_refresh_at) return false
  freshness.next_refresh_at = now + refresh_pause_ms
  return true
}
