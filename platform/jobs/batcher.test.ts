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
  max_still_ms: 2_000,
}

const batchesOf = (settings: Partial<BatchSettings> = {}, takes_ms = 5) => {
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

describe('requests that come together', () => {
  test('one alone is served at once, what comes meanwhile is served together', async () => {
    const { batches, add } = batchesOf()
    const first = add('a')
    await new Promise((resolve) => setImmediate(resolve))
    const others = ['b', 'c', 'd'].map(add)
    expect(await Promise.all([first, ...others])).toEqual(['A', 'B', 'C', 'D'])
    expect(batches).toEqual([['a'], ['b', 'c', 'd']])
  })

  test('no batch is larger than it may be', async () => {
    const { batches, add } = batchesOf({ max_batch: 3 })
    const words = [...'abcdefgh']
    await Promise.all(words.map(add))
    expect(batches.map((batch) => batch.length)).toEqual([3, 3, 2])
    expect(batches.flat()).toEqual(words)
  })

  test('no more batches are under way than may be', async () => {
    let under_way = 0
    let most = 0
    const batcher = new Batcher<number, number>(
      async (numbers) => {
        under_way += 1
        most = Math.max(most, under_way)
        await sleep(5)
        under_way -= 1
        return numbers.map((value) => ({ status: 'fulfilled', value }))
      },
      { ...usual, max_batch: 2, max_under_way: 3 },
    )
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    expect(await Promise.all(numbers.map((n) => batcher.add(n)))).toEqual(numbers)
    expect(most).toBe(3)
  })

  test('one that breaks harms no other', async () => {
    const { add } = batchesOf()
    const answers = await Promise.allSettled(['a', 'bad', 'c'].map(add))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('a batch that breaks is answered to all of it, and the next one is served', async () => {
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

describe('a line that is too long', () => {
  test('who comes when so many wait is told to come again', async () => {
    const { add } = batchesOf({ max_waiting: 2 })
    const answers = await Promise.allSettled(['a', 'b', 'c'].map(add))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(answers[2]).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  })

  test('nobody waits behind a batch that does not end', async () => {
    const { batches, add } = batchesOf({ max_batch: 1, max_still_ms: 50 }, 3_000)
    void add('a')
    await new Promise((resolve) => setImmediate(resolve))
    await expect(add('b')).rejects.toBeInstanceOf(DatabaseUnavailable)
    // The batch before has not ended, and who was refused is not served after it.
    expect(batches).toEqual([['a']])
  })

  test('nobody waits longer than so long, though it moves', async () => {
    const { add } = batchesOf({ max_batch: 1, max_still_ms: 1_000, max_wait_ms: 300 }, 60)
    const words = Array.from({ length: 30 }, (_, n) => String(n))
    const answers = await Promise.allSettled(words.map(add))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(answers[0]).toMatchObject({ status: 'fulfilled' })
    expect(answers.at(-1)).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
    expect(refused.length).toBeGreaterThan(0)
  })

  test('while it moves all are served, however long it takes', async () => {
    const { add } = batchesOf({ max_batch: 1, max_still_ms: 200 }, 60)
    const words = Array.from({ length: 12 }, (_, n) => String(n))
    expect(await Promise.all(words.map(add))).toEqual(words)
  })
})
