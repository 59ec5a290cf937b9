import type { FullKey, KeyLimit } from '#platform/limits/rate-limit-counts.ts'

/** The attempts of one key in the window that ends at `ends_at` (in ms), and in the window before it. */
export interface Window {
  taken: number
  taken_before: number
  ends_at: number
}

/** Windows begin at multiples of their length, so that all processes agree on them. */
export function windowEnd({ window_ms }: KeyLimit, now: Date): number {
  return (Math.floor(now.getTime() / window_ms) + 1) * window_ms
}

/** Returns the window at `now`. A stored window that ends later was counted by a clock that is ahead. */
export function windowAt(stored: Window | undefined, key_limit: KeyLimit, now: Date): Window {
  const ends_at = windowEnd(key_limit, now)
  if (stored === undefined || stored.ends_at < ends_at - key_limit.window_ms) {
    return { taken: 0, taken_before: 0, ends_at }
  }
  return stored.ends_at >= ends_at ? stored : { taken: 0, taken_before: stored.taken, ends_at }
}

/**
 * The key if it is at its limit, as a list. This is the sliding window counter: of the window before, the
 * part counts that lies within `window_ms` of now, as if its attempts had come evenly.
 */
export function fullKeys(window: Window, key_limit: KeyLimit, now: Date): FullKey[] {
  const { taken, taken_before, ends_at } = window
  const { key, max, window_ms } = key_limit
  const left_ms = Math.min(ends_at - now.getTime(), window_ms)
  if (taken_before * left_ms <= (max - 1 - taken) * window_ms) return []
  return [{ key, passes_at: new Date(passesAt(window, key_limit)) }]
}

/** The whole seconds until an attempt under all of these keys passes. */
export function secondsUntil(full: readonly FullKey[], now: Date): number {
  const last = Math.max(...full.map(({ passes_at }) => passes_at.getTime()))
  return Math.max(1, Math.ceil((last - now.getTime()) / 1_000))
}

/** When enough of the window before has gone by; if this window is used up, of this one. */
function passesAt({ taken, taken_before, ends_at }: Window, { max, window_ms }: KeyLimit): number {
  if (taken < max) return ends_at - Math.floor(((max - 1 - taken) * window_ms) / taken_before)
  return ends_at + window_ms - Math.floor(((max - 1) * window_ms) / taken)
}
