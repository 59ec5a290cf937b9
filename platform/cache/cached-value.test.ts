import { expect, test } from 'vitest'
import { cachedValue } from '#platform/cache/cached-value.ts'

function counter(fail_at = 0) {
  let time = 0
  let loads = 0
  const load = () => {
    loads++
    return loads === fail_at ? Promise.reject(new Error('away')) : Promise.resolve(loads)
  }
  return {
    ask: cachedValue(load, () => new Date(time), 1000),
    pass: (ms: number) => void (time += ms),
  }
}

test('all calls within the period get the same value', async () => {
  const { ask, pass } = counter()
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  pass(999)
  expect(await ask()).toBe(1)
  pass(1)
  expect(await ask()).toBe(2)
})

test('a failure rejects the call and is not cached', async () => {
  const { ask } = counter(1)
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})
