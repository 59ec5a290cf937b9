import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '#platform/database/postgres.ts'
import { Batcher, type BatchSettings } from '#platform/jobs/batcher.ts'

const usual: BatchSettings = {
  max_batch: 64,
  max_under_way: 1,
  gather_ms: 2,
  max_waiting: 12_000,
  max_wait_ms: 8_000,
  max_stall_ms: 2_000,
}

const recordBatches = (settings: Partial<BatchSettings> = {}, takes_ms = 5) => {
  const batches: string[][] = []
  const batcher = new Batcher<string, string>(
    async (words) => {
      batches.push([...words])
      await sleep(takes_ms)
      return words.map((word) =>
        word === 'bad'
          ? { status: 'rejected', reason: new RangeError(word) }
          : { status: 'fulfilled', value: word.toUpperCase() },
      )
    },
    { ...usual, ...settings },
  )
  return { batches, add: (word: string) => batcher.add(word) }
}

describe('batches', () => {
  test('a single request is served at once, requests that come meanwhile are one batch', async () => {
    const { batches, add } = recordBatches()
    const first = add('a')
    await new Promise((resolve) => setImmediate(resolve))
    const others = ['b', 'c', 'd'].map(add)
    expect(await Promise.all([first, ...others])).toEqual(['A', 'B', 'C', 'D'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  })

  test('no batch exceeds its maximum', async () => {
    const { batches, add } = recordBatches({ max_batch: 3 })
    const words = [...'abcdefgh']
    await Promise.all(words.map(add))
    expect(batches.map((batch) => batch.length)).toEqual([3, 3, 2])
    expect(batches.flat()).toEqual(words)
  })

  test('concurrent batches do not exceed their maximum', async () => {
    let under_way = 0
    let max = 0
    const batcher = new Batcher<number, number>(
      async (numbers) => {
        under_way += 1
        max = Math.max(max, under_way)
        await sleep(5)
        under_way -= 1
        return numbers.map((value) => ({ status: 'fulfilled', value }))
      },
      { ...usual, max_batch: 2, max_under_way: 3 },
    )
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    expect(await Promise.all(numbers.map((n) => batcher.add(n)))).toEqual(numbers)
    expect(max).toBe(3)
  })

  test('a failing request does not affect the others', async () => {
    const { add } = recordBatches()
    const answers = await Promise.allSettled(['a', 'bad', 'c'].map(add))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('a failing batch rejects all its requests, and the next one is served', async () => {
    let is_broken = true
    const batcher = new Batcher<string, string>(async (words) => {
      if (is_broken) throw new RangeError('away')
      return words.map((value) => ({ status: 'fulfilled', value }))
    }, usual)
    const both = await Promise.allSettled([batcher.add('a'), batcher.add('b')])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    is_broken = false
    expect(await batcher.add('c')).toBe('c')
  })
})

describe('a queue that is too long', () => {
  test('a request that comes when the queue is full is refused', async () => {
    const { add } = recordBatches({ max_waiting: 2 })
    const answers = await Promise.allSettled(['a', 'b', 'c'].map(add))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  })

  test('requests do not wait behind a batch that does not end', async () => {
    const { batches, add } = recordBatches({ max_batch: 1, max_stall_ms: 50 }, 3_000)
    void add('a')
    await new Promise((resolve) => setImmediate(resolve))
    await expect(add('b')).rejects.toBeInstanceOf(DatabaseUnavailable)
    // The first batch has not ended, and the refused request is not served after it.
    expect(batches).toEqual([['a']])
  })

  test('no request waits longer than the maximum, even while batches end', async () => {
    const { add } = recordBatches({ max_batch: 1, max_stall_ms: 1_000, max_wait_ms: 300 }, 60)
    const words = Array.from({ length: 30 }, (_, n) => String(n))
    const answers = await Promise.allSettled(words.map(add))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(answers[0]).toMatchObject({ status: 'fulfilled' })
    expect(answers.at(-1)).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
    expect(refused.length).toBeGreaterThan(0)
  })

  test('all requests are served while batches end, however long it takes', async () => {
    const { add } = recordBatches({ max_batch: 1, max_stall_ms: 200 }, 60)
    const words = Array.from({ length: 12 }, (_, n) => String(n))
    expect(await Promise.all(words.map(add))).toEqual(words)
  })
})
