import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import type { DeviceTest } from '#shop/inventory/used/used.ts'

const max_tests = 20
const max_name = 60
const outcomes: readonly [is_passed: boolean, words: RegExp][] = [
  [false, /^(khong|hong|loi|liet|chet|yeu)\b/],
  [true, /^(dat|tot|ok|binh thuong)\b/],
]

interface TypedTests {
  /** One test in each line: "Camera: đạt", "Loa: không đạt". */
  text: string
  /** What the passport said before. */
  known: readonly DeviceTest[]
  /** YYYY-MM-DD */
  today: string
  /** All of them were tested again, also those with the same outcome. */
  is_tested_again: boolean
}

/**
 * Reads the tests of a device as staff type them. A test whose outcome did not change keeps its day. Returns the line
 * that says no outcome instead: nothing is passed because somebody forgot to say so. Pure.
 */
export function readTypedTests({
  text,
  known,
  today,
  is_tested_again,
}: TypedTests): DeviceTest[] | { wrong_line: string } {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.normalize('NFC').trim())
    .filter(Boolean)
    .slice(0, max_tests)
  const tests: DeviceTest[] = []
  for (const line of lines) {
    const colon = line.lastIndexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().slice(0, max_name)
    const said = fold(line.slice(colon + 1)).trim()
    const outcome = outcomes.find(([, words]) => words.test(said))
    if (name === '' || outcome === undefined) return { wrong_line: line }
    const [is_passed] = outcome
    const before = is_tested_again ? undefined : known.find((test) => test.name === name)
    const tested_on = before?.is_passed === is_passed ? before.tested_on : today
    tests.push({ name, is_passed, tested_on })
  }
  return tests
}
