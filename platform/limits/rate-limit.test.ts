import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { Ask, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { gatherTakes } from '#platform/limits/rate-limit-gather.ts'
import { memoryCounts } from '#platform/limits/rate-limit-memory.ts'
import { postgresCounts } from '#platform/limits/rate-limit-postgres.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ max: 12 })
})
afterAll(() => database.close())

const begun = new Date('2026-11-21T05:00:00Z')
const after = (ms: number) => new Date(begun.getTime() + ms)
const window_ms = 60_000

/** A key that no other test has. */
const newKey = () => randomBytes(8).toString('hex')

const houses: [string, () => RateCounts][] = [
  ['in memory', () => memoryCounts()],
  ['in PostgreSQL', () => postgresCounts(database.db)],
]

describe.each(houses)('counts %s', (_name, open) => {
  test('a share of a window for each, and a new one when it has ended', async () => {
    const counts = open()
    const [mine, other] = [newKey(), newKey()]
    const take = (key: string, now: Date) => counts.take([{ key, most: 2, window_ms }], now)
    expect(await take(mine, begun)).toEqual([])
    expect(await take(mine, after(10_000))).toEqual([])
    expect(await take(mine, after(20_000))).toEqual([{ key: mine, ends_at: after(60_000) }])
    expect(await take(mine, after(59_999))).toEqual([{ key: mine, ends_at: after(60_000) }])
    expect(await take(other, after(20_000))).toEqual([])
    expect(await take(mine, after(60_000))).toEqual([])
    expect(await take(mine, after(60_000))).toEqual([])
    expect(await take(mine, after(60_001))).toEqual([{ key: mine, ends_at: after(120_000) }])
  })

  test('of several keys each with room is counted, whatever became of the others', async () => {
    const counts = open()
    const [narrow, wide] = [newKey(), newKey()]
    const asks = [
      { key: wide, most: 3, window_ms },
      { key: narrow, most: 1, window_ms },
    ]
    const full = async () => (await counts.take(asks, begun)).map(({ key }) => key).toSorted()
    expect(await full()).toEqual([])
    expect(await full()).toEqual([narrow])
    expect(await full()).toEqual([narrow])
    expect(await full()).toEqual([narrow, wide].toSorted())
  })

  test('a higher ceiling for the same key lets on from where the count stands', async () => {
    const counts = open()
    const key = newKey()
    for (let tries = 0; tries < 5; tries++) await counts.take([{ key, most: 2, window_ms }], begun)
    expect(await counts.take([{ key, most: 3, window_ms }], begun)).toEqual([])
    expect(await counts.take([{ key, most: 3, window_ms }], begun)).toHaveLength(1)
  })

  test('looking counts nothing', async () => {
    const counts = open()
    const key = newKey()
    const ask = { key, most: 1, window_ms }
    expect(await counts.peek([ask], begun)).toEqual([])
    await counts.take([ask], begun)
    expect(await counts.peek([ask], begun)).toEqual([{ key, ends_at: after(60_000) }])
    expect(await counts.peek([ask], after(60_000))).toEqual([])
    expect(await counts.peek([], begun)).toEqual([])
    expect(await counts.take([], begun)).toEqual([])
  })

  test('500 at once get in as often as there is room, with keys in any order', async () => {
    const counts = open()
    const keys = [newKey(), newKey(), newKey()]
    const full = await Promise.all(
      Array.from({ length: 500 }, (_, index) => {
        const asks = keys.map((key) => ({ key, most: 70, window_ms }))
        return counts.take(index % 2 === 0 ? asks : asks.toReversed(), begun)
      }),
    )
    expect(full.filter((keys_full) => keys_full.length === 0)).toHaveLength(70)
    expect(full.filter((keys_full) => keys_full.length === 3)).toHaveLength(430)
  })

  test('what has ended is forgotten', async () => {
    const counts = open()
    const [old, young] = [newKey(), newKey()]
    await counts.take([{ key: old, most: 1, window_ms: 1_000 }], begun)
    await counts.take([{ key: young, most: 1, window_ms }], begun)
    await counts.sweep(after(1_000))
    expect(await counts.peek([{ key: young, most: 1, window_ms }], after(1_000))).toHaveLength(1)
    expect(await counts.peek([{ key: old, most: 1, window_ms }], after(999))).toEqual([])
  })
})

test('many keys do not fill the memory: the oldest go first', async () => {
  const counts = memoryCounts({ most_keys: 1_000 })
  const ask = (index: number) => ({ key: `address ${index}`, most: 1, window_ms })
  for (let index = 0; index < 1_500; index++) await counts.take([ask(index)], begun)
  expect(await counts.peek([ask(0)], begun)).toEqual([])
  expect(await counts.peek([ask(1_499)], begun)).toHaveLength(1)
  const kept = await counts.peek(
    Array.from({ length: 1_500 }, (_, index) => ask(index)),
    begun,
  )
  expect(kept.length).toBeLessThanOrEqual(1_000)
  expect(kept.length).toBeGreaterThan(900)
})

describe('tries that come together', () => {
  test('go in one statement a rule, each key once; the full are told without asking again', async () => {
    const statements: Ask[][] = []
    const counts = memoryCounts()
    const take = gatherTakes(async (asks, now) => {
      statements.push([...asks])
      return counts.take(asks, now)
    })
    const ask = (key: string, most = 2) => take([{ key, most, window_ms }], begun)
    const many = Array.from({ length: 300 }, (_, index) => ask(`own ${index}`))
    const hot = Array.from({ length: 50 }, () => ask('hot'))
    const answers = await Promise.all([...many, ...hot, ask('other rule', 7)])
    expect(answers.filter((full) => full.length > 0)).toHaveLength(48)
    expect(statements.map((asks) => asks.length)).toEqual([301, 1, 1, 1])
  })

  test('a database that is away fails those that asked, and nobody after', async () => {
    let is_away = true
    const take = gatherTakes(async () => {
      if (is_away) throw new TypeError('away')
      return []
    })
    const ask = () => take([{ key: 'a', most: 1, window_ms }], begun)
    const asked = await Promise.allSettled([ask(), ask()])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    is_away = false
    expect(await ask()).toEqual([])
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['127.0.0.1', null],
  ['::1', null],
  ['::ffff:10.1.2.3', null],
  ['172.17.0.1', null],
  ['192.168.1.20', null],
  ['fd00::1', null],
  ['fe80::1%eth0', null],
  ['not an address', null],
])('%s is counted as %s', (ip, counted) => {
  expect(countedAddress(ip)).toBe(counted)
})
