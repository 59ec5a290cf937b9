import { useSyncExternalStore } from 'react'
import {
  device_note_length,
  device_test_codes,
  device_verdicts,
  type DeviceTestCode,
  type DeviceVerdict,
} from '#pure/formats/device-tests.ts'

/** How a test ended in this tab. Without a verdict, only what it saw is known. */
interface TestResult {
  verdict: DeviceVerdict | null
  note: string
}
type TestResults = Readonly<Partial<Record<DeviceTestCode, TestResult>>>

/** Results are kept for this tab only: the next device in the same browser begins anew. */
const storage_key = 'device-tests'
const nothing: TestResults = {}

let known: TestResults | null = null
const listeners = new Set<() => void>()

/** The results so far. None while the page is hydrated, as on the server. */
export function useTestResults(): TestResults {
  return useSyncExternalStore(subscribe, readResults, () => nothing)
}

/** Keeps a verdict. The note of the test stays unless a new one is given. */
export function setVerdict(test: DeviceTestCode, verdict: DeviceVerdict, note?: string): void {
  change(test, { verdict, ...(note === undefined ? {} : { note }) })
}

/** Keeps what a test saw, without a verdict. */
export function setNote(test: DeviceTestCode, note: string): void {
  change(test, { note })
}

/** Begins anew. */
export function clearResults(): void {
  store(nothing)
}

function change(test: DeviceTestCode, changed: Partial<TestResult>): void {
  const results = readResults()
  const result = { verdict: null, note: '', ...results[test], ...changed }
  store({ ...results, [test]: { ...result, note: result.note.slice(0, device_note_length) } })
}

function store(results: TestResults): void {
  known = results
  try {
    sessionStorage.setItem(storage_key, JSON.stringify(results))
  } catch {
    // A browser that stores nothing keeps them until the page is left.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function readResults(): TestResults {
  known ??= storedResults()
  return known
}

/** Another version of this page may have written anything. */
function storedResults(): TestResults {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storage_key) ?? '{}') as Record<
      string,
      unknown
    >
    const kept = device_test_codes.flatMap((test) => {
      const { verdict = null, note = '' } = (stored[test] ?? {}) as Record<string, unknown>
      const found = device_verdicts.find((one) => one === verdict) ?? null
      if (typeof note !== 'string' || (found === null && note === '')) return []
      return [[test, { verdict: found, note }]]
    })
    return Object.fromEntries(kept) as TestResults
  } catch {
    return nothing
  }
}
