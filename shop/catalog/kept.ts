import type { Now } from '#platform/clock.ts'

/**
 * Remembers what `load` gave for a while; those who ask while it loads wait for the same answer.
 * A failed load is not remembered.
 */
export function kept<T>(load: () => Promise<T>, now: Now, lasts_ms: number): () => Promise<T> {
  let answer: Promise<T> | null = null
  let good_until = 0
  return () => {
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
}
