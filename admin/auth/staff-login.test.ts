import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { createLog } from '#platform/observe/log.ts'
import { current_parameters } from '#shop/identity/password.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'

const token = 'Uz4kQ9w-2mBx7Rt1pLc6'
const password = 'Mười hai con giáp'
const opening = new Date('2026-11-21T05:00:00Z')
/** A tenth of the limits, so that few passwords are hashed: 1 of an account, 3 of an address, 20 of everybody. */
const factor = '0.1'
const tries = repeats({ verify: 18, soak: 360 })
/** As many passwords at once as one process checks or lets wait. */
const wave = 18

type Counters = [string, Record<string, string>]
const in_memory: Counters = ['in memory', { WEB_CONCURRENCY: '1' }]
const in_postgres: Counters = ['in PostgreSQL', { WEB_CONCURRENCY: '2' }]
/** t15-flooding.test.ts has the other kind in `verify`. */
const counters = repeats({ verify: [in_postgres], soak: [in_memory, in_postgres] })

let last_ip = 0
function newIp(): string {
  last_ip += 1
  return `198.18.${Math.floor(last_ip / 256)}.${last_ip % 256}`
}

describe.each(counters)('sign-ins of staff, counted %s', (_name, settings) => {
  let own: TestDatabase
  let door: Door
  let now = opening
  let lines: { msg: string; times?: number }[] = []

  beforeAll(async () => {
    own = await testDatabase({ max: 4 })
  })
  afterAll(() => own.close())
  beforeEach(async () => {
    now = new Date(opening.getTime() + last_ip * 3_600_000)
    lines = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const log = createLog({ service: 'test', level: 'warn', destination: { write } })
    const env = { RATE_LIMITS: factor, TRUST_PROXY: '127.0.0.1', STAFF_TOKEN: token, ...settings }
    door = await openDoor(own, { now: () => now, env, log })
    const authorization = `Basic ${Buffer.from(`nv:${token}`).toString('base64')}`
    const headers = { authorization, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newIp() }
    const form = new URLSearchParams({ name: 'Lan', login_name: 'lan', password })
    await door.call('POST', auth_paths.first_account, { form, headers })
    return () => door.close()
  })

  function login(ip: string, typed: string, login_name = 'lan'): Promise<Answer> {
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ip }
    const form = new URLSearchParams({ login_name, password: typed })
    return door.call('POST', auth_paths.sign_in, { form, headers })
  }

  /** Sends guesses in waves, each from an address of `ips`, and returns how many passwords were looked at. */
  async function guess(count: number, ipOf: () => string, nameOf = (_n: number) => 'lan') {
    const statuses: number[] = []
    for (let sent = 0; sent < count; sent += wave) {
      const all = Array.from({ length: Math.min(wave, count - sent) }, (_, n) =>
        login(ipOf(), `guess ${sent + n}`, nameOf(sent + n)),
      )
      statuses.push(...(await Promise.all(all)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
    return statuses.filter((status) => status === 401).length
  }

  test(`${tries} wrong passwords of an account from one address: one is answered`, async () => {
    const ip = newIp()
    expect(await guess(tries, () => ip)).toBe(1)
    // The right password is refused too: otherwise guessing could go on.
    const right = await login(ip, password)
    expect(right.status).toBe(429)
    expect(right.text).toMatch(/Sai quá nhiều lần. Vui lòng thử lại sau \d+ phút./)
    expect((await login(newIp(), password)).status).toBe(429)
    now = new Date(now.getTime() + 1_260_000)
    expect((await login(ip, password)).status).toBe(303)
    expect(lines.map(({ msg }) => msg)).toEqual(['login refused'])
  })

  test('an address with many names is limited, and its neighbours are not', async () => {
    const ip = newIp()
    expect(
      await guess(
        18,
        () => ip,
        (n) => `ten-${n}`,
      ),
    ).toBe(3)
    expect((await login(ip, password)).status).toBe(429)
    expect((await login(newIp(), password)).status).toBe(303)
  })

  test('whoever has signed in this week can go on, whatever others guess', async () => {
    const known = newIp()
    expect((await login(known, password)).status).toBe(303)
    now = new Date(now.getTime() + 26 * 3_600_000)
    expect(await guess(36, newIp, (n) => `ten-${n}`)).toBe(20)
    expect((await login(newIp(), password)).status).toBe(429)
    expect((await login(known, password)).status).toBe(303)
    expect(await guess(18, newIp)).toBe(0)
    expect((await login(known, password)).status).toBe(303)
    // Guesses of the known address itself are limited.
    expect(await guess(18, () => known)).toBe(3)
    expect((await login(known, password)).status).toBe(429)
  })
})

test('hundreds of passwords at once are refused politely, not queued', async () => {
  const own = await testDatabase({ max: 4 })
  // Passwords cost what they cost in a shop: cheap ones are checked before the next is asked for.
  const door = await openDoor(own, { password_cost: current_parameters })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const form = new URLSearchParams({ login_name: `ten-${n}`, password })
      return door.call('POST', auth_paths.sign_in, { form, headers })
    }),
  )
  const busy = answers.filter(({ status }) => status === 429)
  expect(busy.length).toBeGreaterThan(20)
  expect(busy[0]?.text).toContain('Nhiều người đang đăng nhập.')
  expect(answers.filter(({ status }) => status === 401).length).toBe(answers.length - busy.length)
  await door.close()
  await own.close()
})
