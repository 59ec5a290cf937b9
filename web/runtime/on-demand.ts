import { useState } from 'react'

/** Something that is fetched when it is first asked for, such as the inside of a menu. */
export interface OnDemand<T> {
  value: T | null
  has_failed: boolean
  /** Begins to fetch; asking again fetches only after a failure. */
  ask: () => void
}

/** Fetches once at the first asking, in answer to a click and never while rendering. */
export function useOnDemand<T>(load: () => Promise<T>): OnDemand<T> {
  const [value, setValue] = useState<T | null>(null)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const ask = () => {
    if (value !== null || state === 'busy') return
    setState('busy')
    load().then(
      (loaded) => {
        setValue(() => loaded)
        setState('idle')
      },
      () => setState('failed'),
    )
  }
  return { value, has_failed: state === 'failed', ask }
}

/** The `data` of a service's answer, or an error when it answered otherwise. */
export async function fetchData<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const answer = (await response.json()) as { data: T }
  return answer.data
}
