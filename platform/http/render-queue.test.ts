import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRenderQueue } from '#platform/http/render-queue.ts'

/** Work that ends when it is told to, and notes when it begins. */
function workOf(begun: string[]) {
  const ends: (() => void)[] = []
  return {
    ends,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    },
  }
}

async function turns(count = 10): Promise<void> {
  for (let n = 0; n < count; n++) await nextTurn()
}

test('one visitor has a few renders at a time, and others need not wait for the rest', async () => {
  const begun: string[] = []
  const { work, ends } = workOf(begun)
  const queue = createRenderQueue({ per_visitor: 2 })
  const many = Array.from({ length: 20 }, (_, n) => queue.run('a', work(`a${n}`)))
  const other = queue.run('b', work('b'))
  await turns()
  expect(begun).toEqual(['a0', 'b', 'a1'])
  ends[1]?.()
  expect(await other).toBe('b')
  await turns()
  expect(begun).toHaveLength(3)
  for (let n = 0; n < 21; n++) {
    ends[n]?.()
    await turns(2)
  }
  expect(await Promise.all(many)).toEqual(Array.from({ length: 20 }, (_, n) => `a${n}`))
})

test('visitors take turns', async () => {
  const begun: string[] = []
  const queue = createRenderQueue({ per_visitor: 1 })
  const note = (name: string) => async () => void begun.push(name)
  const all = ['a', 'a', 'a', 'b', 'b', 'c'].map((name) => queue.run(name, note(name)))
  await Promise.all(all)
  expect(begun.join('')).toBe('abcaba')
})

test('one render begins in each turn of the event loop', async () => {
  let begun = 0
  const queue = createRenderQueue()
  const all = Array.from({ length: 5 }, (_, n) => queue.run(`${n}`, async () => void begun++))
  const counts: number[] = []
  for (let n = 0; n < 5; n++) {
    const before = begun
    await nextTurn()
    counts.push(begun - before)
  }
  await Promise.all(all)
  expect(Math.max(...counts)).toBe(1)
})

test('what does not fit is refused: with 429 if there is too much, with 503 if it takes too long', async () => {
  const { work, ends } = workOf([])
  const queue = createRenderQueue({ per_visitor: 1, max_waiting: 2, max_wait_ms: 30 })
  const first = queue.run('a', work('first'))
  await turns()
  const waiting = [queue.run('a', work('x')), queue.run('a', work('y'))]
  await expect(queue.run('a', work('z'))).rejects.toMatchObject({ name: 'TooBusy', status: 429 })
  for (const late of waiting) await expect(late).rejects.toMatchObject({ status: 503 })
  ends[0]?.()
  expect(await first).toBe('first')
  // Afterwards the visitor is served again.
  expect(await queue.run('a', async () => 'again')).toBe('again')
})

test('unknown visitors take turns but are never refused: they may be many behind one proxy', async () => {
  const begun: string[] = []
  const { work, ends } = workOf(begun)
  const queue = createRenderQueue({ per_visitor: 1, max_waiting: 1, max_wait_ms: 10 })
  const end = queue.beginUrgent()
  const all = Array.from({ length: 5 }, (_, n) => queue.run(null, work(`${n}`)))
  await sleep(40)
  end()
  await turns()
  expect(begun).toHaveLength(5)
  for (const finish of ends) finish()
  expect(await Promise.all(all)).toHaveLength(5)
})

test('work that fails gives its place to the next', async () => {
  const queue = createRenderQueue({ per_visitor: 1 })
  const fails = queue.run('a', () => Promise.reject(new RangeError('broken')))
  const next = queue.run('a', async () => 'next')
  await expect(fails).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('renders wait for urgent requests, but not for a flood of them', async () => {
  const begun: string[] = []
  const queue = createRenderQueue({ patience_ms: 60_000 })
  const note = (name: string) => async () => void begun.push(name)
  await queue.run('a', note('before'))
  const [endOne, endOther] = [queue.beginUrgent(), queue.beginUrgent()]
  const render = queue.run('a', note('render'))
  await turns()
  endOne()
  endOne()
  await turns()
  expect(begun).toEqual(['before'])
  endOther()
  await render
  expect(begun).toEqual(['before', 'render'])
  const impatient = createRenderQueue({ patience_ms: 20 })
  impatient.beginUrgent()
  for (let n = 0; n < 3; n++) await impatient.run('a', note(`${n}`))
  await sleep(1)
  expect(begun).toHaveLength(5)
})
