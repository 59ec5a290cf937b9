/** Counts what somebody did within the running window of time. */
export interface RateLimit {
  /** True once `key` has used up its share of the window. */
  isFull: (key: string) => boolean
  count: (key: string) => void
}

interface RateLimitOptions {
  most: number
  window_ms: number
  now?: () => number
}

/** Beyond so many keys everybody begins anew: memory is not for whoever has many addresses. */
const most_keys = 10_000

/** A light limit within this process: fixed windows, forgotten when they end. */
export function rateLimit({ most, window_ms, now = Date.now }: RateLimitOptions): RateLimit {
  let counts = new Map<string, number>()
  let ends_at = 0
  const current = () => {
    if (now() >= ends_at || counts.size >= most_keys) {
      counts = new Map()
      ends_at = now() + window_ms
    }
    return counts
  }
  return {
    isFull: (key) => (current().get(key) ?? 0) >= most,
    count: (key) => void current().set(key, (counts.get(key) ?? 0) + 1),
  }
}
