import type { Ask, Full, RateCounts } from '#platform/limits/rate-limit-counts.ts'

interface Window {
  taken: number
  ends_at: number
}

/** Windows in memory at most, some 10 MB; beyond that the oldest is forgotten. */
const most_windows = 50_000

/** Counts of one process. */
export function memoryCounts({ most_keys = most_windows } = {}): RateCounts {
  const windows = new Map<string, Window>()
  return {
    take: async (asks, now) => asks.flatMap((ask) => takeOne(windows, ask, now, most_keys)),
    peek: async (asks, now) => asks.flatMap((ask) => full(windows.get(ask.key), ask, now)),
    sweep: async (now) => forgetEnded(windows, now),
  }
}

function takeOne(windows: Map<string, Window>, ask: Ask, now: Date, most_keys: number): Full[] {
  const window = windows.get(ask.key)
  if (window !== undefined && window.ends_at > now.getTime()) {
    if (window.taken >= ask.most) return full(window, ask, now)
    window.taken += 1
    return []
  }
  // Set anew, it stands last: the map stays in the order in which windows began.
  windows.delete(ask.key)
  if (windows.size >= most_keys) makeRoom(windows, now)
  windows.set(ask.key, { taken: 1, ends_at: now.getTime() + ask.window_ms })
  return []
}

function full(window: Window | undefined, { key, most }: Ask, now: Date): Full[] {
  if (window === undefined || window.ends_at <= now.getTime() || window.taken < most) return []
  return [{ key, ends_at: new Date(window.ends_at) }]
}

/** One in a hundred goes with the oldest, so that looking for ended ones is rare. */
function makeRoom(windows: Map<string, Window>, now: Date): void {
  forgetEnded(windows, now)
  const enough = Math.floor(windows.size * 0.99)
  for (const key of windows.keys()) {
    if (windows.size <= enough) return
    windows.delete(key)
  }
}

function forgetEnded(windows: Map<string, Window>, now: Date): void {
  for (const [key, { ends_at }] of windows) if (ends_at <= now.getTime()) windows.delete(key)
}
