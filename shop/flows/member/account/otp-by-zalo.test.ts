import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OtpPurpose } from '#contracts/storefront/otp.ts'
import { createLog } from '#platform/observe/log.ts'
import { type OtpDeps, sendOtp, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { mailbox, type Transport, Undeliverable } from '#shop/notification/transports/transport.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { testBox } from '#test/support/providers.ts'

const opening = new Date('2026-11-25T03:00:00Z')
let own: TestDatabase
let now = opening
let deps: OtpDeps

beforeAll(async () => {
  own = await testDatabase()
  deps = { db: own.db, now: () => now, otp_box: testBox(), by_zalo: true }
})
afterAll(() => own.close())
beforeEach(async () => {
  now = opening
  await sql`truncate otp, outbox`.execute(own.db)
})

const ask = (purpose: OtpPurpose = 'sign_in', device_id: string | null = null) =>
  sendOtp(deps, { phone: '0912345678', purpose, ip: '113.160.0.1', device_id })

const lines: string[] = []
const log = createLog({
  service: 'test',
  level: 'info',
  destination: { write: (line: string) => void lines.push(line) },
})

/** Sends what is due. `zalo` absent: the shop has none. */
const send = (zalo?: Transport, sms: Transport = mailbox) =>
  sendNotifications({
    ...deps,
    log,
    cart: undefined as never,
    transports: { email: null, sms, ...(zalo ? { zalo } : {}) },
    sender: {
      ...{ name: 'Điện Thoại Vui', hotline: '1800', public_url: 'https://shop.example' },
      company: { name: 'C', address: 'A' },
    },
  })

const saying = (error: Error): Transport => ({
  is_repeatable: false,
  send: () => Promise.reject(error),
})

async function sent(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', channel, state, error) as line from outbox order by outbox_id`.execute(
    own.db,
  )
  return rows.map(({ line }) => line)
}

async function codes(): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where body is not null order by outbox_id`.execute(own.db)
  return rows.map(({ body }) => /\d{6}/.exec(body)?.[0] ?? '')
}

test('a first code goes by Zalo, whole to Zalo alone', async () => {
  const { by, otp_token } = await ask()
  const taken: (string | undefined)[] = []
  await send({ is_repeatable: false, send: async ({ code }) => void taken.push(code) })
  expect([by, await sent()]).toEqual(['zalo', ['zalo sent']])
  const [code = ''] = taken
  expect(await takeOtp(deps, { otp_token, code, purpose: 'sign_in' })).toBe('+84912345678')
  const { rows } = await sql<{ body: string }>`select body from outbox`.execute(own.db)
  expect(rows[0]?.body).toMatch(/^••• là mã xác thực tài khoản Smember/)
})

test.each([
  ['a refusal', new Undeliverable('Zalo -118: Zalo account not existed')],
  ['no answer in time', new Error('The operation was aborted due to timeout')],
])('after %s the same code goes by SMS in the same round', async (_case, error) => {
  const { otp_token } = await ask()
  const zalo = saying(error)
  const read: string[] = []
  const seen = {
    ...zalo,
    send: (m: { code?: string | undefined }) => (read.push(m.code ?? ''), Promise.reject(error)),
  }
  expect(await send(seen)).toBe(1)
  expect(await sent()).toEqual([`zalo dropped ${error.message}. Đã chuyển sang SMS.`, 'sms sent'])
  const [code = ''] = await codes()
  expect(read).toEqual([code])
  expect(await takeOtp(deps, { otp_token, code, purpose: 'sign_in' })).toBe('+84912345678')
  expect(lines.join()).not.toMatch(/0?912345678/)
})

test.each(['84912345678', '+84 912 345 678', '0912.345.678', '(+84)912345678'])(
  'a phone that Zalo repeats as %s is in no table and no log',
  async (spelled) => {
    await ask()
    await send(saying(new Undeliverable(`Zalo -108: phone ${spelled} invalid`)))
    expect(await sent()).toEqual([
      'zalo dropped Zalo -108: phone ••• invalid. Đã chuyển sang SMS.',
      'sms sent',
    ])
    expect(lines.join()).not.toMatch(/912.?345.?678/)
  },
)

test('a shop that lost its settings of Zalo sends by SMS', async () => {
  await ask()
  expect(await send()).toBe(1)
  expect(await sent()).toEqual(['zalo dropped Chưa cài Zalo. Đã chuyển sang SMS.', 'sms sent'])
})

test('whoever asks again gets an SMS; after a code that was used it goes by Zalo again', async () => {
  await ask()
  await send(mailbox)
  now = new Date(now.getTime() + 60_000)
  const { by, otp_token } = await ask()
  expect(by).toBe('sms')
  await send(mailbox)
  const code = (await codes()).at(-1) ?? ''
  await takeOtp(deps, { otp_token, code, purpose: 'sign_in' })
  now = new Date(now.getTime() + 600_000)
  expect((await ask()).by).toBe('zalo')
})

test('what changes an account for good is named by its own words: SMS', async () => {
  for (const purpose of ['change_phone', 'merge', 'prove_phone'] as const) {
    await sql`truncate otp`.execute(own.db)
    expect((await ask(purpose)).by).toBe('sms')
  }
  const without = { ...deps, by_zalo: false }
  await sql`truncate otp`.execute(own.db)
  const asked = { phone: '0912345678', purpose: 'sign_in', ip: '1.2.3.4' } as const
  expect((await sendOtp(without, asked)).by).toBe('sms')
})

test('a process that dies while Zalo is asked: the next one sends the same code by SMS, once', async () => {
  await ask()
  await sql`update outbox set state = 'sending', next_attempt_at = ${now}`.execute(own.db)
  await Promise.all([send(mailbox), send(mailbox)])
  expect(await sent()).toEqual([
    expect.stringMatching(/^zalo dropped the sender stopped/),
    'sms sent',
  ])
  await send(mailbox)
  expect(await codes()).toHaveLength(1)
})

test('of the codes of one browser the newest counts; those of another browser stay', async () => {
  const first = await ask('sign_in', 'one')
  await send(mailbox)
  const [code = ''] = await codes()
  now = new Date(now.getTime() + 60_000)
  const other = await ask('sign_in', 'two')
  const take = (otp_token: string, typed: string) =>
    takeOtp(deps, { otp_token, code: typed, purpose: 'sign_in' })
  now = new Date(now.getTime() + 120_000)
  await ask('sign_in', 'one')
  await expect(take(first.otp_token, code)).rejects.toMatchObject({ code: 'otp_is_expired' })
  await send(mailbox)
  expect(await codes()).toHaveLength(3)
  expect(await take(other.otp_token, (await codes())[1] ?? '')).toBe('+84912345678')
})
