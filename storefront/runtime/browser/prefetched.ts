import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { currentProvince } from '#storefront/runtime/province-state.ts'

const MAX_AGE_MS = 30_000
const MAX_ENTRIES = 30

const cached = new Map<string, { answer: Promise<DataAnswer>; until: number }>()

/** Returns the prefetched page of this address and removes it. Null if it is missing, too old or not a page. */
export async function takePrefetched(path: string): Promise<DataAnswer | null> {
  const entry = cached.get(keyOf(path))
  cached.delete(keyOf(path))
  if (entry === undefined || entry.until < Date.now()) return null
  const answer = await entry.answer.catch(() => null)
  return answer?.kind === 'page' ? answer : null
}

/** Removes all prefetched pages: after a form was sent they may be outdated. */
export function forgetPrefetched(): void {
  cached.clear()
}

/** Caches the answer of `ask` for half a minute, unless one is cached already. */
export function cachePrefetched(
  path: string,
  ask: (path: string) => Promise<DataAnswer>,
): Promise<DataAnswer> {
  const key = keyOf(path)
  const entry = cached.get(key)
  if (entry !== undefined && entry.until > Date.now()) return entry.answer
  const answer = ask(path)
  cached.delete(key)
  cached.set(key, { answer, until: Date.now() + MAX_AGE_MS })
  if (cached.size > MAX_ENTRIES) cached.delete(cached.keys().next().value ?? '')
  answer.catch(() => cached.delete(key))
  return answer
}

/** The province is part of the key, because prices depend on it. */
const keyOf = (path: string) => `${currentProvince()} ${path}`
