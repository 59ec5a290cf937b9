import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OtpPurpose } from '#contracts/storefront/otp.ts'
import { createLog } from '#platform/observe/log.ts'
import { Refusal } from '#pure/contract.ts'
import {
  type OtpDeps,
  sendOtp,
  sendOtpByEmail,
  takeOtp,
} from '#shop/flows/member/account/otp-flow.ts'
import { sendNotifications } from '#shop/flows/send-notifications.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { mailbox } from '#shop/notification/transports/transport.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { testBox } from '#test/support/providers.ts'

const opening = new Date('2026-11-25T03:00:00Z')
const phone = '+84912345678'
const otp_box = testBox()
let own: TestDatabase
let now = opening
let deps: OtpDeps

beforeAll(async () => {
  own = await testDatabase()
  deps = { db: own.db, now: () => now, otp_box }
})
afterAll(() => own.close())
beforeEach(async () => {
  now = opening
  await sql`truncate otp, outbox`.execute(own.db)
})

const pass = (s: number) => {
  now = new Date(now.getTime() + s * 1_000)
}
const ask = (purpose: OtpPurpose = 'sign_in', ip = '113.160.0.1', typed = '0912 345 678') =>
  sendOtp(deps, { phone: typed, purpose, ip })

/** Sends what waits and returns the text of the newest message. */
async function received(): Promise<string> {
  await sendNotifications({
    ...deps,
    log: createLog({ service: 'test', level: 'silent' }),
    cart: undefined as never,
    transports: { email: null, sms: mailbox },
    sender: {
      ...{ name: 'Điện Thoại Vui', hotline: '1800', public_url: 'https://shop.example' },
      company: { name: 'C', address: 'A' },
    },
  })
  const { rows } = await sql<{ body: string }>`
    select body from outbox where body is not null order by outbox_id desc limit 1`.execute(own.db)
  return rows[0]?.body ?? ''
}
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''

async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error.data === null ? error.code : [error.code, error.data]
    throw error
  }
}

test('a code arrives by short message without accents and proves the phone once', async () => {
  const { otp_token, expires_in, wait_s } = await ask()
  expect([expires_in, wait_s]).toEqual([300, 60])
  const text = await received()
  expect(text).toMatch(/^Dien Thoai Vui: \d{6} la ma dang nhap Smember, dung trong 5 phut\./)
  expect(text.length).toBeLessThanOrEqual(160)
  const entered = { otp_token, code: codeIn(text), purpose: 'sign_in' } as const
  expect(await takeOtp(deps, entered)).toBe(phone)
  expect(await outcome(takeOtp(deps, entered))).toBe('otp_is_expired')
})

test('no table holds a code that still counts', async () => {
  await ask()
  const { rows } = await sql<{ text: string }>`
    select concat((select string_agg(otp::text, ' ') from otp), (select string_agg(outbox::text, ' ') from outbox))
      as text`.execute(own.db)
  const code = codeIn(await received())
  expect(rows[0]?.text).not.toContain(code)
})

test('twenty at once with the right code: one gets the phone', async () => {
  const { otp_token } = await ask()
  const code = codeIn(await received())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      outcome(takeOtp(deps, { otp_token, code, purpose: 'sign_in' })),
    ),
  )
  expect(answers.filter((answer) => answer === phone)).toHaveLength(1)
  expect(new Set(answers)).toEqual(new Set([phone, 'otp_is_expired']))
})

test('five wrong codes use it up, also when a hundred are guessed at once', async () => {
  const { otp_token } = await ask()
  const code = codeIn(await received())
  const wrong = code === '000000' ? '000001' : '000000'
  const guess = (typed: string) =>
    outcome(takeOtp(deps, { otp_token, code: typed, purpose: 'sign_in' }))
  expect(await guess(wrong)).toEqual(['otp_is_wrong', { attempts_left: 4 }])
  const answers = await Promise.all(Array.from({ length: 100 }, () => guess(wrong)))
  expect(answers.filter((answer) => answer !== 'otp_is_expired')).toHaveLength(3)
  expect(await guess(code)).toBe('otp_is_expired')
})

test('a code counts for five minutes, for its purpose, and with the token of its browser only', async () => {
  const { otp_token } = await ask('change_phone')
  const code = codeIn(await received())
  const take = (changes: object) =>
    outcome(takeOtp(deps, { otp_token, code, purpose: 'change_phone', ...changes }))
  expect(await take({ purpose: 'sign_in' })).toBe('otp_is_expired')
  expect(await take({ otp_token: `o_${'A'.repeat(43)}` })).toBe('otp_is_expired')
  pass(300)
  expect(await take({})).toBe('otp_is_expired')
})

test('the next code may be asked for after 60 s, then after twice as long each time', async () => {
  expect((await ask()).wait_s).toBe(60)
  pass(59)
  expect(await outcome(ask())).toEqual(['otp_too_soon', { wait_s: 1 }])
  pass(1)
  expect((await ask()).wait_s).toBe(120)
  pass(60)
  expect(await outcome(ask())).toEqual(['otp_too_soon', { wait_s: 60 }])
  pass(60)
  expect((await ask()).wait_s).toBe(240)
  // Whoever floods a phone from elsewhere does not make its owner wait.
  expect((await ask('sign_in', '14.160.0.1')).wait_s).toBe(60)
})

test('whoever gets no message asks for a mail at once, and mails wait for mails', async () => {
  await ask()
  const mail = () =>
    sendOtpByEmail(deps, {
      ...{ phone, email: 'be@mail.example', purpose: 'email_sign_in', ip: '113.160.0.1' },
    })
  expect(await outcome(mail())).toMatchObject({ wait_s: 60, by: 'email' })
  expect(await outcome(mail())).toEqual(['otp_too_soon', { wait_s: 60 }])
})

test('twenty requests at once send one code', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(ask())))
  const sent = answers.filter((answer) => !Array.isArray(answer))
  expect(sent).toHaveLength(1)
  const { rows } = await sql`select 1 from outbox`.execute(own.db)
  expect(rows).toHaveLength(1)
})

test('other numbers are refused in words; a late code is not sent; old codes are swept', async () => {
  expect(await outcome(ask('sign_in', '113.160.0.1', '028 3822 1234'))).toEqual([
    'phone_is_invalid',
    { problem: expect.stringContaining('số cố định') },
  ])
  await ask()
  pass(301)
  expect(await received()).toBe('')
  pass(2 * 86_400)
  const log = createLog({ service: 'test', level: 'silent' })
  expect(await sweep({ db: own.db, now: () => now, log })).toMatchObject({ otps: 1 })
})
