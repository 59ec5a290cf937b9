/** Until when a cached value is used and when it may be refreshed, in milliseconds of one clock. */
export interface Freshness {
  fresh_until: number
  /** Until then a stale value is used while a newer one is made. */
  stale_until: number
  /** From then on it is not used even if a newer one cannot be made. */
  stale_if_error_until: number
  /** No refresh starts before this time. */
  next_refresh_at: number
}

export type Age = 'fresh' | 'stale' | 'expired'

const stale_if_error_ms = 3_600_000
const refresh_pause_ms = 5_000

/** The freshness of a value that was made at `now`. */
export function freshnessOf(
  { fresh_ms, stale_ms }: { fresh_ms: number; stale_ms: number },
  now: number,
): Freshness {
  return {
    fresh_until: now + fresh_ms,
    stale_until: now + fresh_ms + stale_ms,
    stale_if_error_until: now + stale_if_error_ms,
    next_refresh_at: 0,
  }
}

export function ageOf({ fresh_until, stale_until }: Freshness, now: number): Age {
  if (now < fresh_until) return 'fresh'
  return now < stale_until ? 'stale' : 'expired'
}

/** Whether an old value may replace one that could not be made. */
export function mayServeOnError({ stale_if_error_until }: Freshness, now: number): boolean {
  return now < stale_if_error_until
}

/** Whether to start a refresh now. If so, the next one must wait: a failing value is not made in a loop. */
export function beginRefresh(freshness: Freshness, now: number): boolean {
  if (now < freshness.next_refresh_at) return false
  freshness.next_refresh_at = now + refresh_pause_ms
  return true
}
