import { expect, test } from 'vitest'
import { createSingleFlight } from '#platform/cache/single-flight.ts'

function setUp() {
  const flights = createSingleFlight<number>()
  const ends: ((result: number | Error) => void)[] = []
  const ask = (key: string) =>
    flights.run(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      ends.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
      return promise
    })
  return { flights, ask, ends }
}

test('concurrent calls with the same key wait for one result; another key starts its own work', async () => {
  const { ask, ends } = setUp()
  const answers = Promise.all([ask('a'), ask('a'), ask('b')])
  expect(ends).toHaveLength(2)
  ends[0]?.(1)
  ends[1]?.(2)
  expect(await answers).toEqual([1, 1, 2])
})

test('work that has ended or failed is started again', async () => {
  const { ask, ends } = setUp()
  const first = ask('a')
  ends[0]?.(new RangeError('away'))
  await expect(first).rejects.toThrow('away')
  const second = ask('a')
  ends[1]?.(2)
  expect(await second).toBe(2)
  void ask('a')
  expect(ends).toHaveLength(3)
})

test('forgotten work still answers its callers and does not end the work started after it', async () => {
  const { flights, ask, ends } = setUp()
  const before = ask('a')
  flights.forget()
  const after = ask('a')
  ends[0]?.(1)
  expect(await before).toBe(1)
  const later = ask('a')
  ends[1]?.(2)
  expect(await Promise.all([after, later])).toEqual([2, 2])
  expect(ends).toHaveLength(2)
})
