import { expect, test } from 'vitest'
import { batchQueries } from '#platform/database/batched-query.ts'

const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

test('keys requested at the same moment are one query; each caller gets its own answer', async () => {
  const queries: number[][] = []
  const ask = batchQueries(async (keys: number[]) => {
    queries.push(keys)
    return new Map(keys.filter((key) => key < 9).map((key) => [key, key * 2]))
  })
  expect(await Promise.all([1, 2, 2, 9].map((key) => ask(key)))).toEqual([2, 4, 4, undefined])
  expect(queries).toEqual([[1, 2, 9]])
  expect(await ask(3)).toBe(6)
  expect(queries).toHaveLength(2)
})

test('further keys are collected while the maximum of queries runs', async () => {
  const sizes: number[] = []
  const ask = batchQueries(
    async (keys: number[]) => {
      sizes.push(keys.length)
      await soon()
      return new Map(keys.map((key) => [key, key]))
    },
    { max_batch: 4, max_running: 1 },
  )
  const all = [ask(1)]
  await new Promise((resolve) => setImmediate(resolve))
  for (let key = 2; key <= 8; key++) all.push(ask(key))
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(sizes).toEqual([1, 4, 3])
})

test('a failed query rejects its callers, and no later ones', async () => {
  let is_broken = true
  const ask = batchQueries(async (keys: number[]) => {
    if (is_broken) throw new RangeError('away')
    return new Map(keys.map((key) => [key, key]))
  })
  const both = await Promise.allSettled([ask(1), ask(2)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  is_broken = false
  expect(await ask(1)).toBe(1)
})
