import type { KeyLimit, FullKey, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { fullKeys, type Window, windowAt } from '#platform/limits/rate-limit-window.ts'

interface StoredWindow extends Window {
  /** From then on no attempt depends on it. */
  lapses_at: number
}
/** Sorted by the start of the windows, oldest first. */
type Windows = Map<string, StoredWindow>

/** Maximum number of windows in memory, some 10 MB. Above it the oldest are dropped. */
const max_windows = 50_000
/** The same for the windows of each rule against guessing. Above it no further guesser is let in. */
const max_guess_windows = 50_000

/** Counts in the memory of one process. */
export function memoryCounts({
  max_keys = max_windows,
  max_guess_keys = max_guess_windows,
} = {}): RateCounts {
  const windows: Windows = new Map()
  const guarded = new Map<string, Windows>()
  const windowsOf = ({ guards }: KeyLimit): Windows => {
    if (guards === undefined) return windows
    const own = guarded.get(guards) ?? new Map<string, StoredWindow>()
    guarded.set(guards, own)
    return own
  }
  const full = (key_limit: KeyLimit, now: Date) =>
    fullKeys(windowAt(windowsOf(key_limit).get(key_limit.key), key_limit, now), key_limit, now)
  const withoutRoom = (key_limit: KeyLimit, now: Date) =>
    key_limit.guards !== undefined && windowsOf(key_limit).size >= max_guess_keys
      ? newKeys(windowsOf(key_limit), key_limit, now)
      : []
  return {
    take: async (key_limits, now) => {
      const refused = key_limits.flatMap((key_limit) => [
        ...full(key_limit, now),
        ...withoutRoom(key_limit, now),
      ])
      if (refused.length > 0) return refused
      for (const key_limit of key_limits) {
        if (key_limit.guards === undefined) makeRoom(windows, key_limit, now, max_keys)
        count(windowsOf(key_limit), key_limit, now)
      }
      return []
    },
    peek: async (key_limits, now) => key_limits.flatMap((key_limit) => full(key_limit, now)),
    sweep: async (now) => {
      for (const each of [windows, ...guarded.values()]) forgetLapsed(each, now)
    },
  }
}

function count(windows: Windows, key_limit: KeyLimit, now: Date): void {
  const { key, window_ms } = key_limit
  const stored = windows.get(key)
  const { taken, taken_before, ends_at } = windowAt(stored, key_limit, now)
  if (stored?.ends_at !== ends_at) windows.delete(key)
  windows.set(key, { taken: taken + 1, taken_before, ends_at, lapses_at: ends_at + window_ms })
}

/** The key if it has no window: without room it is refused, because no other window is dropped for it. */
function newKeys(windows: Windows, { key, window_ms }: KeyLimit, now: Date): FullKey[] {
  return windows.has(key) ? [] : [{ key, passes_at: new Date(now.getTime() + window_ms) }]
}

/** Drops the oldest hundredth, so that the search for lapsed windows is rare. */
function makeRoom(windows: Windows, { key }: KeyLimit, now: Date, max: number): void {
  if (windows.has(key) || windows.size < max) return
  forgetLapsed(windows, now)
  const enough = Math.floor(windows.size * 0.99)
  for (const oldest of windows.keys()) {
    if (windows.size <= enough) return
    windows.delete(oldest)
  }
}

function forgetLapsed(windows: Windows, now: Date): void {
  for (const [key, { lapses_at }] of windows) if (lapses_at <= now.getTime()) windows.delete(key)
}
