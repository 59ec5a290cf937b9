import { expect, test } from 'vitest'
import { rateLimit } from '#platform/rate-limit.ts'

test('a share of a window for each, and a new one with the next window', () => {
  let now = 1_000
  const limit = rateLimit({ most: 2, window_ms: 60_000, now: () => now })
  limit.count('a')
  expect(limit.isFull('a')).toBe(false)
  limit.count('a')
  expect(limit.isFull('a')).toBe(true)
  expect(limit.isFull('b')).toBe(false)
  now += 60_000
  expect(limit.isFull('a')).toBe(false)
})

test('many keys do not fill the memory', () => {
  const limit = rateLimit({ most: 1, window_ms: 60_000, now: () => 0 })
  for (let index = 0; index < 10_000; index++) limit.count(`address ${index}`)
  expect(limit.isFull('address 1')).toBe(false)
})
