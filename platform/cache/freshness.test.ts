import { expect, test } from 'vitest'
import { ageOf, beginRefresh, freshnessOf, mayServeOnError } from '#platform/cache/freshness.ts'

const made_at = 1_000
const freshValue = () => freshnessOf({ fresh_ms: 60, stale_ms: 120 }, made_at)

test.each([
  [0, 'fresh'],
  [59, 'fresh'],
  [60, 'stale'],
  [179, 'stale'],
  [180, 'expired'],
])('%i ms after it was made a value is %s', (passed, age) => {
  expect(ageOf(freshValue(), made_at + passed)).toBe(age)
})

test('an old value replaces one that cannot be made, for an hour', () => {
  expect(mayServeOnError(freshValue(), made_at + 3_599_999)).toBe(true)
  expect(mayServeOnError(freshValue(), made_at + 3_600_000)).toBe(false)
})

test('two refreshes are at least five seconds apart', () => {
  const value = freshValue()
  const begun = [100, 101, 5_099, 5_100].map((passed) => beginRefresh(value, made_at + passed))
  expect(begun).toEqual([true, false, false, true])
})
