import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'

const token = 'Uz4kQ9w-2mBx7Rt1pLc6'
const path = '/noi-bo/doi-soat'
const opening = new Date('2026-11-21T05:00:00Z')
const tries = repeats({ verify: 400, soak: 4_000 })

const counters: [string, Record<string, string>][] = [
  ['in memory', { WEB_CONCURRENCY: '1' }],
  ['in PostgreSQL', { WEB_CONCURRENCY: '2' }],
]

let last_ip = 0
function newIp(): string {
  last_ip += 1
  return `198.18.${Math.floor(last_ip / 256)}.${last_ip % 256}`
}

describe.each(counters)('logins of staff, counted %s', (_name, settings) => {
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
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', STAFF_TOKEN: token, ...settings }
    door = await openDoor(own, { now: () => now, env, log })
    return () => door.close()
  })

  function login(ip: string, password: string) {
    const authorization = `Basic ${Buffer.from(`nv:${password}`).toString('base64')}`
    return door.call('GET', path, { headers: { authorization, 'x-forwarded-for': ip } })
  }

  test(`${tries} wrong passwords from one address: ten are checked, and few lines are logged`, async () => {
    const ip = newIp()
    const statuses: number[] = []
    for (let sent = 0; sent < tries; sent += 40) {
      const wave = Array.from({ length: 40 }, (_, n) => login(ip, `guess ${sent + n}`))
      statuses.push(...(await Promise.all(wave)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(tries - 10)
    // The right password is refused too: otherwise guessing could go on.
    const right = await login(ip, token)
    expect([right.status, right.headers.get('retry-after')]).toEqual([429, '660'])
    expect(right.text).toBe('Sai mật khẩu quá nhiều lần. Vui lòng thử lại sau 11 phút.')
    expect((await login(newIp(), token)).status).toBe(200)
    now = new Date(now.getTime() + 660_000)
    expect((await login(ip, token)).status).toBe(200)
    expect(lines.map(({ msg }) => msg)).toEqual(['login refused'])
  })

  test('all addresses together are limited; who has logged in today can go on', async () => {
    const known = newIp()
    expect((await login(known, token)).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 250 }, (_, n) => login(newIp(), `guess ${n}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(200)
    expect((await login(newIp(), token)).status).toBe(429)
    expect((await login(known, token)).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => login(known, `guess ${n}`)),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect((await login(known, token)).status).toBe(429)
  })

  test('who has logged in yesterday can go on this morning, whatever others guess', async () => {
    const known = newIp()
    expect((await login(known, token)).status).toBe(200)
    now = new Date(now.getTime() + 26 * 3_600_000)
    await Promise.all(Array.from({ length: 250 }, (_, n) => login(newIp(), `guess ${n}`)))
    expect((await login(newIp(), token)).status).toBe(429)
    expect((await login(known, token)).status).toBe(200)
  })

  test('a visit without a password is asked for one and not counted', async () => {
    const ip = newIp()
    for (let visit = 0; visit < 20; visit++) {
      const answer = await door.call('GET', path, { headers: { 'x-forwarded-for': ip } })
      expect([answer.status, answer.headers.get('www-authenticate') !== null]).toEqual([401, true])
    }
    expect((await login(ip, token)).status).toBe(200)
    expect(lines).toEqual([])
  })
})
