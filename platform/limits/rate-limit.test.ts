import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Captcha } from '#platform/captcha/captcha.ts'
import { countedAddress } from '#platform/limits/rate-limit-address.ts'
import type { KeyLimit, RateCounts } from '#platform/limits/rate-limit-counts.ts'
import { gatherTakes } from '#platform/limits/rate-limit-gather.ts'
import { memoryCounts } from '#platform/limits/rate-limit-memory.ts'
import { postgresCounts } from '#platform/limits/rate-limit-postgres.ts'
import { rateLimiter } from '#platform/limits/rate-limit.ts'
import { type Limit, operation, Refusal } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ max: 12 })
})
afterAll(() => database.close())

const begun = new Date('2026-11-21T05:00:00Z')
const after = (ms: number) => new Date(begun.getTime() + ms)
const window_ms = 60_000

/** Returns a key that no other test uses. */
const newKey = () => randomBytes(8).toString('hex')

const implementations: [string, () => RateCounts][] = [
  ['in memory', () => memoryCounts()],
  ['in PostgreSQL', () => postgresCounts(database.db)],
]

describe.each(implementations)('counts %s', (_name, open) => {
  test('each key up to its limit; the window before counts in proportion', async () => {
    const counts = open()
    const [own, other] = [newKey(), newKey()]
    const take = (key: string, now: Date) => counts.take([{ key, max: 2, window_ms }], now)
    expect(await take(own, begun)).toEqual([])
    expect(await take(own, after(10_000))).toEqual([])
    // Both attempts count in full until the window ends, then less and less: 2 × ½ + 1 is within the limit.
    expect(await take(own, after(20_000))).toEqual([{ key: own, passes_at: after(90_000) }])
    expect(await take(own, after(89_999))).toEqual([{ key: own, passes_at: after(90_000) }])
    expect(await take(other, after(20_000))).toEqual([])
    expect(await take(own, after(90_000))).toEqual([])
    expect(await take(own, after(90_001))).toEqual([{ key: own, passes_at: after(120_000) }])
    expect(await take(own, after(300_000))).toEqual([])
    expect(await take(own, after(300_000))).toEqual([])
    expect(await take(own, after(300_000))).toEqual([{ key: own, passes_at: after(390_000) }])
  })

  test('around the end of a window not twice the limit', async () => {
    const counts = open()
    const key = newKey()
    const attempts = async (now: Date) => {
      let passed = 0
      for (let n = 0; n < 40; n++) {
        if ((await counts.take([{ key, max: 20, window_ms }], now)).length === 0) passed += 1
      }
      return passed
    }
    expect(await attempts(after(59_900))).toBe(20)
    expect(await attempts(after(60_100))).toBe(0)
    expect(await attempts(after(63_000))).toBe(1)
    expect(await attempts(after(90_000))).toBe(9)
  })

  test('an attempt under all of its keys, or under none if one of them is full', async () => {
    const counts = open()
    const [narrow, wide] = [newKey(), newKey()]
    const asks = [
      { key: wide, max: 3, window_ms },
      { key: narrow, max: 1, window_ms },
    ]
    const full = async () => (await counts.take(asks, begun)).map(({ key }) => key)
    expect(await full()).toEqual([])
    for (let refused = 0; refused < 5; refused++) expect(await full()).toEqual([narrow])
    const alone = () => counts.take([{ key: wide, max: 3, window_ms }], begun)
    expect(await alone()).toEqual([])
    expect(await alone()).toEqual([])
    expect(await alone()).toHaveLength(1)
  })

  test('on from the same count if the limit of a key is raised', async () => {
    const counts = open()
    const key = newKey()
    for (let attempts = 0; attempts < 5; attempts++)
      await counts.take([{ key, max: 2, window_ms }], begun)
    expect(await counts.take([{ key, max: 3, window_ms }], begun)).toEqual([])
    expect(await counts.take([{ key, max: 3, window_ms }], begun)).toHaveLength(1)
  })

  test('nothing when peeking', async () => {
    const counts = open()
    const key = newKey()
    const ask = { key, max: 1, window_ms }
    expect(await counts.peek([ask], begun)).toEqual([])
    await counts.take([ask], begun)
    expect(await counts.peek([ask], begun)).toEqual([{ key, passes_at: after(120_000) }])
    expect(await counts.peek([ask], after(120_000))).toEqual([])
    expect(await counts.peek([], begun)).toEqual([])
    expect(await counts.take([], begun)).toEqual([])
  })

  test('on in the same window if the clock goes back', async () => {
    const counts = open()
    const ask = { key: newKey(), max: 2, window_ms }
    expect(await counts.take([ask], after(60_000))).toEqual([])
    expect(await counts.take([ask], after(59_000))).toEqual([])
    expect(await counts.take([ask], after(59_500))).toHaveLength(1)
    expect(await counts.take([ask], after(60_500))).toHaveLength(1)
  })

  test('500 concurrent calls up to the limit, with keys in any sequence', async () => {
    const counts = open()
    const keys = [newKey(), newKey(), newKey()]
    const full = await Promise.all(
      Array.from({ length: 500 }, (_, index) => {
        const asks = keys.map((key) => ({ key, max: 70, window_ms }))
        return counts.take(index % 2 === 0 ? asks : asks.toReversed(), begun)
      }),
    )
    expect(full.filter((keys_full) => keys_full.length === 0)).toHaveLength(70)
    expect(full.filter((keys_full) => keys_full.length === 3)).toHaveLength(430)
  })

  test('no windows after a sweep that no attempt depends on', async () => {
    const counts = open()
    const [old, young] = [newKey(), newKey()]
    await counts.take([{ key: old, max: 1, window_ms: 1_000 }], begun)
    await counts.take([{ key: young, max: 1, window_ms }], begun)
    await counts.sweep(after(1_999))
    expect(await counts.peek([{ key: old, max: 1, window_ms: 1_000 }], begun)).toHaveLength(1)
    await counts.sweep(after(2_000))
    expect(await counts.peek([{ key: old, max: 1, window_ms: 1_000 }], begun)).toEqual([])
    expect(await counts.peek([{ key: young, max: 1, window_ms }], after(2_000))).toHaveLength(1)
  })
})

test('a sweep deletes all lapsed windows of a flood from PostgreSQL', async () => {
  await sql`insert into rate_window (key, taken, ends_at, lapses_at)
    select decode(md5('flood ' || n), 'hex'), 1, ${begun}, ${begun} from generate_series(1, 12000) n`.execute(
    database.db,
  )
  await postgresCounts(database.db).sweep(after(1))
  const { rows } = await sql`select from rate_window where lapses_at <= ${begun}`.execute(
    database.db,
  )
  expect(rows).toHaveLength(0)
})

describe('memory', () => {
  const ask = (index: number) => ({ key: `address ${index}`, max: 1, window_ms })
  const guess = (index: number, guards = 'voucher') => ({
    ...ask(index),
    key: `${guards} ${index}`,
    guards,
  })

  test('is not filled by many keys: the oldest windows are dropped', async () => {
    const counts = memoryCounts({ max_keys: 1_000 })
    for (let index = 0; index < 1_500; index++) await counts.take([ask(index)], begun)
    expect(await counts.peek([ask(0)], begun)).toEqual([])
    expect(await counts.peek([ask(1_499)], begun)).toHaveLength(1)
    const remaining = await counts.peek(
      Array.from({ length: 1_500 }, (_, index) => ask(index)),
      begun,
    )
    expect(remaining.length).toBeLessThanOrEqual(1_000)
    expect(remaining.length).toBeGreaterThan(900)
  })

  test('keeps what protects against guessing, whatever else is counted', async () => {
    const counts = memoryCounts({ max_keys: 100, max_guess_keys: 50 })
    await counts.take([guess(0)], begun)
    for (let index = 0; index < 2_000; index++) await counts.take([ask(index)], begun)
    expect(await counts.take([guess(0)], begun)).toHaveLength(1)
    // No room for another guesser: it is refused, and nobody is forgotten before the time.
    for (let index = 1; index < 50; index++)
      expect(await counts.take([guess(index)], begun)).toEqual([])
    expect(await counts.take([guess(50)], begun)).toEqual([
      { key: 'voucher 50', passes_at: after(60_000) },
    ])
    expect(await counts.peek([guess(0), guess(49)], begun)).toHaveLength(2)
    expect(await counts.take([guess(0, 'secret')], begun)).toEqual([])
    await counts.sweep(after(120_000))
    expect(await counts.take([guess(50)], after(120_000))).toEqual([])
  })
})

describe('a refused attempt', () => {
  const rules = [
    { name: 'address', by: 'phone', max: 30, window_s: 3_600 },
    { name: 'address', by: 'token', max: 5, window_s: 600 },
  ] as const
  const voucher = [
    { name: 'voucher', by: 'token', max: 2, window_s: 600, against_guessing: true },
  ] as const
  const captcha: Captcha = { offer: { kind: 'altcha' }, check: async () => 'wrong' }

  test('opens no window, so that a flood of them does not reset other limits', async () => {
    const own_counts = memoryCounts({ max_keys: 40 })
    const limiter = rateLimiter({
      factor: 1,
      counts: own_counts,
      own_counts,
      captcha,
      contactOf: async () => ({ phone: null, email: null }),
      now: () => begun,
    })
    const attempt = async (limits: readonly Limit[], customer_id: number, phone?: string) => {
      const caller = { customer_id: customer_id as CustomerId, kind: 'guest', token: '' } as const
      const form = operationWith(limits)
      try {
        await limiter(form, { caller, input: { phone }, ip: '203.0.113.9' }, async () => null)
        return 'passed'
      } catch (error) {
        if (error instanceof Refusal) return error.code
        throw error
      }
    }
    // The phone limit of a shopper is no guess: it would be dropped if there were many windows.
    for (let times = 0; times < 30; times++) await attempt([rules[0]], 1, '0912345678')
    expect(await attempt([rules[0]], 1, '0912345678')).toBe('too_many_requests')
    for (let times = 0; times < 500; times++) {
      await attempt(rules, 2, `09${String(10_000_000 + times)}`)
    }
    expect(await attempt([rules[0]], 1, '0912345678')).toBe('too_many_requests')
    for (let times = 0; times < 2; times++) expect(await attempt(voucher, 3)).toBe('passed')
    for (let customer = 10; customer < 200; customer++) {
      await attempt([rules[0]], customer, `09${String(20_000_000 + customer)}`)
    }
    expect(await attempt(voucher, 3)).toBe('too_many_requests')
  })
})

function operationWith(limits: readonly Limit[]) {
  const input = z.object({ phone: z.string().optional() })
  return operation({
    method: 'POST',
    path: '/',
    summary: '',
    access: 'public',
    limits,
    input,
    output: z.null(),
  })
}

describe('concurrent attempts', () => {
  test('are one statement for each limit, each key once; full keys are refused without another statement', async () => {
    const statements: KeyLimit[][] = []
    const counts = memoryCounts()
    const take = gatherTakes(async (asks, now) => {
      statements.push([...asks])
      return (await Promise.all(asks.map((ask) => counts.take([ask], now)))).flat()
    })
    const ask = (key: string, max = 2) => take([{ key, max, window_ms }], begun)
    const many = Array.from({ length: 300 }, (_, index) => ask(`own ${index}`))
    const hot = Array.from({ length: 50 }, () => ask('hot'))
    const answers = await Promise.all([...many, ...hot, ask('other rule', 7)])
    expect(answers.filter((full) => full.length > 0)).toHaveLength(48)
    expect(statements.map((asks) => asks.length)).toEqual([301, 1, 1, 1])
  })

  test('an unavailable database rejects the current calls, and no later ones', async () => {
    let is_away = true
    const take = gatherTakes(async () => {
      if (is_away) throw new TypeError('away')
      return []
    })
    const ask = () => take([{ key: 'a', max: 1, window_ms }], begun)
    const results = await Promise.allSettled([ask(), ask()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
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
