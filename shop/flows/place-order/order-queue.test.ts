import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '#platform/database/postgres.ts'
import {
  orderQueue,
  queue_settings,
  type QueueSettings,
} from '#shop/flows/place-order/order-queue.ts'

interface Ask {
  customer_id: number
  word: string
}

const batchesOf = (settings: Partial<QueueSettings> = {}, takes_ms = 5) => {
  const batches: string[][] = []
  const add = orderQueue<Ask, string>(
    async (asks) => {
      batches.push(asks.map(({ word }) => word))
      await sleep(takes_ms)
      return asks.map(({ word }) =>
        word === 'bad'
          ? { status: 'rejected', reason: new RangeError(word) }
          : { status: 'fulfilled', value: word.toUpperCase() },
      )
    },
    { ...queue_settings, most_under_way: 1, ...settings },
  )
  return { batches, add }
}

describe('orders that come together', () => {
  test('one alone is served at once, what comes meanwhile is served together', async () => {
    const { batches, add } = batchesOf()
    const first = add({ customer_id: 1, word: 'a' })
    await new Promise((resolve) => setImmediate(resolve))
    const others = ['b', 'c', 'd'].map((word, n) => add({ customer_id: n + 2, word }))
    expect(await Promise.all([first, ...others])).toEqual(['A', 'B', 'C', 'D'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  })

  test('no batch is larger than it may be', async () => {
    const { batches, add } = batchesOf({ most_together: 3 })
    const words = [...'abcdefgh']
    await Promise.all(words.map((word, n) => add({ customer_id: n, word })))
    expect(batches.map((batch) => batch.length)).toEqual([3, 3, 2])
    expect(batches.flat()).toEqual(words)
  })

  test('one customer’s are served one after another, in their order', async () => {
    const { batches, add } = batchesOf({ most_under_way: 3 })
    const words = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(words.map((word) => add({ customer_id: 7, word })))
    expect(answers).toEqual(['A', 'B', 'C', 'D'])
    expect(batches).toEqual([['a'], ['b'], ['c'], ['d']])
  })

  test('one that breaks harms no other', async () => {
    const { add } = batchesOf()
    const answers = await Promise.allSettled(
      ['a', 'bad', 'c'].map((word, n) => add({ customer_id: n, word })),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a row that is too long', () => {
  test('who comes when so many wait is told to come again', async () => {
    const { add } = batchesOf({ most_waiting: 2 })
    const answers = await Promise.allSettled(
      ['a', 'b', 'c'].map((word, n) => add({ customer_id: n, word })),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  })

  test('nobody waits behind a batch that does not end', async () => {
    const { add } = batchesOf({ most_together: 1, most_still_ms: 50 }, 3_000)
    void add({ customer_id: 1, word: 'a' })
    await new Promise((resolve) => setImmediate(resolve))
    const started = performance.now()
    await expect(add({ customer_id: 2, word: 'b' })).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('while it moves all are served, however long it takes', async () => {
    const { add } = batchesOf({ most_together: 1, most_still_ms: 200 }, 60)
    const words = Array.from({ length: 12 }, (_, n) => String(n))
    expect(await Promise.all(words.map((word, n) => add({ customer_id: n, word })))).toEqual(words)
  })
})
