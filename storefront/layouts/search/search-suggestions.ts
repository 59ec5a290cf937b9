import { useEffect, useState } from 'react'
import type { Suggestions } from '#contracts/storefront/search.ts'
import { withQuery } from '#storefront/addresses/addresses.ts'

/** Long enough to swallow the letters of a fast typist, too short to be felt. */
const PAUSE_MS = 80
const MOST_KEPT = 40
/** A price that is shown to somebody who types is not older than this. */
const LIFE_MS = 60_000

interface Answer {
  suggestions: Suggestions
  since: number
}

/** Answers to what was asked lately, the last used at the end. */
const kept = new Map<string, Answer>()

interface Asked {
  /** The newest answer: to other words than those in the field while theirs are on the way. */
  suggestions: Suggestions | null
  /** Whether the answer to the words in the field is still on its way. */
  is_waiting: boolean
}

/**
 * Suggestions for the words in the field. Each question ends the one before it; what was asked
 * before is answered at once. Without an answer (no connection) the last one stays.
 */
export function useSuggestions(words: string, province_id: number, isOpen: boolean): Asked {
  const q = words.trim().replace(/\s+/g, ' ').toLowerCase()
  const path = withQuery('/api/search/v1/suggest', { q, province_id })
  const [last, setLast] = useState<{ path: string; suggestions: Suggestions | null } | null>(null)
  const ready = lately(path)
  useEffect(() => {
    if (!isOpen) return
    const answer = lately(path)
    if (answer) return keep(path, answer)
    const abort = new AbortController()
    const timer = setTimeout(() => void ask(abort.signal), q === '' ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }

    async function ask(signal: AbortSignal) {
      const suggestions = await fetchSuggestions(path, signal)
      if (signal.aborted) return
      if (suggestions) keep(path, { suggestions, since: performance.now() })
      setLast((before) => ({ path, suggestions: suggestions ?? before?.suggestions ?? null }))
    }
  }, [path, q, isOpen])
  return {
    suggestions: ready?.suggestions ?? last?.suggestions ?? null,
    is_waiting: !ready && last?.path !== path,
  }
}

function lately(path: string): Answer | undefined {
  const answer = kept.get(path)
  return answer && performance.now() - answer.since < LIFE_MS ? answer : undefined
}

async function fetchSuggestions(path: string, signal: AbortSignal): Promise<Suggestions | null> {
  try {
    const response = await fetch(path, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) return null
    return ((await response.json()) as { data: Suggestions }).data
  } catch {
    return null
  }
}

function keep(path: string, answer: Answer): void {
  kept.delete(path)
  kept.set(path, answer)
  const oldest = kept.keys().next().value
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
