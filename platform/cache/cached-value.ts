import type { Now } from '#platform/clock.ts'

/** A value that is cached for a while. After `forget` the next call loads it again. */
export type CachedValue<T> = (() => Promise<T>) & { forget: () => void }

/**
 * Caches the result of `load` for `lasts_ms`. Concurrent calls wait for the same load. A failed load is not
 * cached, nor a load that was under way when `forget` was called.
 */
export function cachedValue<T>(load: () => Promise<T>, now: Now, lasts_ms: number): CachedValue<T> {
  let answer: Promise<T> | null = null
  let good_until = 0
  const ask = () => {
    const time = now().getTime()
    if (answer !== null && time < good_until) return answer
    const loading = load()
    answer = loading
    good_until = time + lasts_ms
    loading.catch(() => {
      if (answer === loading) answer = null
    })
    return loading
  }
  return Object.assign(ask, {
    forget: () => {
      answer = null
    },
  })
}
