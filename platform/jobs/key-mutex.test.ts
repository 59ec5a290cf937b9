import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { KeyMutex } from '#platform/jobs/key-mutex.ts'

test('work of one key runs in sequence', async () => {
  const mutex = new KeyMutex<number>()
  const done: string[] = []
  let under_way = 0
  let max = 0
  const work = (word: string, takes_ms: number) => async () => {
    under_way += 1
    max = Math.max(max, under_way)
    await sleep(takes_ms)
    under_way -= 1
    done.push(word)
    return word.toUpperCase()
  }
  const words = ['a', 'b', 'c', 'd']
  const answers = words.map((word, n) => mutex.run(7, work(word, 8 - 2 * n)))
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D'])
  expect([done, max]).toEqual([words, 1])
})

test('work of other keys does not wait', async () => {
  const mutex = new KeyMutex<number>()
  const never = Promise.withResolvers<void>()
  void mutex.run(1, () => never.promise)
  expect(await mutex.run(2, async () => 'done')).toBe('done')
})

test('work that fails does not stop the work after it', async () => {
  const mutex = new KeyMutex<number>()
  const broken = mutex.run(1, () => Promise.reject(new RangeError('broken')))
  const after = mutex.run(1, async () => 'done')
  await expect(broken).rejects.toThrow('broken')
  expect(await after).toBe('done')
})
