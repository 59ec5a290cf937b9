import type { DataAnswer } from '#storefront/runtime/data-answer.ts'
import { currentProvince } from '#storefront/runtime/province-state.ts'

const LIFE_MS = 30_000
const MOST = 30

const kept = new Map<string, { answer: Promise<DataAnswer>; until: number }>()

/** What was fetched ahead for this address, once; null where it was not, is old, or is no page. */
export async function takePrefetched(path: string): Promise<DataAnswer | null> {
  const found = kept.get(keyOf(path))
  kept.delete(keyOf(path))
  if (found === undefined || found.until < Date.now()) return null
  const answer = await found.answer.catch(() => null)
  return answer?.kind === 'page' ? answer : null
}

/** A form was sent: whatever was read before it may be old. */
export function forgetPrefetched(): void {
  kept.clear()
}

/** Keeps for half a minute what `ask` answers, unless it is kept already. */
export function keepPrefetched(
  path: string,
  ask: (path: string) => Promise<DataAnswer>,
): Promise<DataAnswer> {
  const key = keyOf(path)
  const found = kept.get(key)
  if (found !== undefined && found.until > Date.now()) return found.answer
  const answer = ask(path)
  kept.delete(key)
  kept.set(key, { answer, until: Date.now() + LIFE_MS })
  if (kept.size > MOST) kept.delete(kept.keys().next().value ?? '')
  answer.catch(() => kept.delete(key))
  return answer
}

/** Prices are a province's. */
const keyOf = (path: string) => `${currentProvince()} ${path}`
