import { useEffect, useState } from 'react'
import type { Suggestions } from '#contracts/storefront/search.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { withLimit } from '#web/runtime/time-limit.ts'

/** Pause after the last key: longer than between the keys of a fast typist, too short to notice. */
const PAUSE_MS = 80
const MAX_CACHED = 40
/** Cached suggestions, and so their prices, are not older than this. */
const MAX_AGE_MS = 60_000

interface Answer {
  suggestions: Suggestions
  since: number
}

/** Recent answers by path, the last used at the end. */
const cached = new Map<string, Answer>()

interface SuggestionState {
  /** The newest answer. While the answer for the current words is loading, it is for other words. */
  suggestions: Suggestions | null
  /** Whether the answer for the current words is still loading. */
  is_waiting: boolean
}

/**
 * Suggestions for the words in the field. Each request aborts the one before. A cached answer is returned at
 * once. Without an answer (no connection) the last one stays.
 */
export function useSuggestions(
  words: string,
  province_id: number,
  isOpen: boolean,
): SuggestionState {
  const q = words.trim().replace(/\s+/g, ' ').toLowerCase()
  const path = withQuery('/api/search/v1/suggest', { q, province_id })
  const [last, setLast] = useState<{ path: string; suggestions: Suggestions | null } | null>(null)
  const fresh = freshAnswer(path)
  useEffect(() => {
    if (!isOpen) return
    const answer = freshAnswer(path)
    if (answer) return cacheAnswer(path, answer)
    const abort = new AbortController()
    const timer = setTimeout(() => void ask(abort.signal), q === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }

    async function ask(signal: AbortSignal) {
      const suggestions = await fetchSuggestions(path, signal)
      if (signal.aborted) return
      if (suggestions) cacheAnswer(path, { suggestions, since: performance.now() })
      setLast((before) => ({ path, suggestions: suggestions ?? before?.suggestions ?? null }))
    }
  }, [path, q, isOpen])
  return {
    suggestions: fresh?.suggestions ?? last?.suggestions ?? null,
    is_waiting: !fresh && last?.path !== path,
  }
}

function freshAnswer(path: string): Answer | undefined {
  const answer = cached.get(path)
  return answer && performance.now() - answer.since < MAX_AGE_MS ? answer : undefined
}

async function fetchSuggestions(path: string, signal: AbortSignal): Promise<Suggestions | null> {
  try {
    const response = await fetch(path, { signal: withLimit(signal) })
    if (!response.ok) return null
    return ((await response.json()) as { data: Suggestions }).data
  } catch {
    return null
  }
}

function cacheAnswer(path: string, answer: Answer): void {
  cached.delete(path)
  cached.set(path, answer)
  const oldest = cached.keys().next().value
  if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest)
}
