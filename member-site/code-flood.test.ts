import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let own: TestDatabase
let door: Door

beforeAll(async () => {
  own = await testDatabase()
  door = await openDoor(own, { env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(async () => {
  await door.close()
  await own.close()
})

async function ask(phone: string, ip: string): Promise<{ status: number; text: string }> {
  const answer = await knockAsHost(door.url + paths.sign_in, 'smember.localhost', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': ip,
    },
    body: new URLSearchParams({ phone }).toString(),
  })
  return { status: answer.status, text: await answer.text() }
}

async function sentTo(phone: string): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from outbox where recipient like ${phone}`.execute(own.db)
  return rows[0]?.sent ?? 0
}

test('of 1,000 requests few send a code, and others still get theirs (T15)', async () => {
  // One phone from everywhere, then every phone from one sender.
  const elsewhere = (n: number) => `${11 + (n % 80)}.${n % 251}.7.9`
  for (let n = 0; n < 500; n += 20) {
    const twenty = Array.from({ length: 20 }, (_, k) => ask('0912345678', elsewhere(n + k)))
    expect((await Promise.all(twenty)).every(({ status }) => [303, 429].includes(status))).toBe(
      true,
    )
  }
  expect(await sentTo('0912345678')).toBeLessThanOrEqual(5)
  for (let n = 0; n < 500; n += 20) {
    const twenty = Array.from({ length: 20 }, (_, k) =>
      ask(`097${String(1_000_000 + n + k)}`, '113.160.0.9'),
    )
    await Promise.all(twenty)
  }
  expect(await sentTo('097%')).toBeLessThanOrEqual(60)
  const refused = await ask('0912345678', '113.160.0.9')
  expect(refused.text).toContain('Quý khách thao tác quá nhanh, vui lòng nhấn xác thực Recaptcha!')
  expect(refused.text).toContain('data-captcha')
  expect((await ask('0987654321', '171.224.0.1')).status).toBe(303)
})

test('the second code of a sender to a phone needs a captcha', async () => {
  expect((await ask('0903111222', '14.160.0.1')).status).toBe(303)
  await sql`update otp set created_at = created_at - interval '2 minutes'`.execute(own.db)
  const second = await ask('0903111222', '14.160.0.1')
  expect([second.status, second.text]).toEqual([429, expect.stringContaining('data-captcha')])
  // Somebody else, who may be the owner, is not held up.
  expect((await ask('0903111222', '27.64.0.1')).status).toBe(303)
})
