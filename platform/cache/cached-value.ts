import type { Now } from '#platform/clock.ts'

/** A value that is remembered for a while; `forget` makes the next question load it anew. */
export type CachedValue<T> = (() => Promise<T>) & { forget: () => void }

/**
 * Remembers what `load` gave for a while; those who ask while it loads wait for the same answer.
 * A failed load is not remembered, nor one that was under way when it was told to forget.
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
