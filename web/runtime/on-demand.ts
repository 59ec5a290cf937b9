import { useState } from 'react'

/** A value that is fetched on first use, for example the content of a menu. */
interface OnDemand<T> {
  value: T | null
  has_failed: boolean
  /** Starts the fetch; one function for all renders. Further calls fetch again only after a failure. */
  ask: () => void
}

/**
 * Fetches a value once, at the first call of `ask`. Call it in event handlers and effects, never in a render. `load`
 * stays that of the first render.
 */
export function useOnDemand<T>(load: () => Promise<T>): OnDemand<T> {
  const [value, setValue] = useState<T | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const [ask] = useState(() => {
    // A state is too late: one press is two events, and the second comes before the next render.
    let is_asked = false
    return () => {
      if (is_asked) return
      is_asked = true
      setState('busy')
      load().then(
        (loaded) => {
          setValue(() => loaded)
          setState('idle')
        },
        () => {
          is_asked = false
          setState('failed')
        },
      )
    }
  })
  return { value, has_failed: state === 'failed', ask }
}

/** Returns `data` of an API response. Throws if the status is not 2xx, or after ten seconds (contract §9). */
export async function fetchData<T>(path: string): Promise<T> {
  const response = await fetch(path, { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const answer = (await response.json()) as { data: T }
  return answer.data
}
