import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffActor } from '#pure/contract.ts'
import { totpCode, totpStep } from '#shop/identity/totp.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { StaffOffice } from '#shop/staff-services.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'

const password = 'một mật khẩu thật dài'
const from = { address: '10.0.0.1', device: 'Firefox' }
let own: TestDatabase
let office: StaffOffice
let now = new Date('2026-11-20T08:00:00Z')
let secret: Buffer
let token: string

beforeAll(async () => {
  own = await testDatabase()
  const gateways = [cashOnDelivery]
  office = staffOffice(await testProviders({ db: own.db, now: () => now, gateways }))
  const { sign_in } = office
  await sign_in.createFirstAccount(null, { name: 'Lan', login_name: 'lan', password })
  const pending = await sign_in.begin(null, { login_name: 'lan', password, from })
  const shown = await sign_in.enrolment(null, { token: pending.token })
  secret = bytesOf(shown?.secret ?? '')
  const code = codeAt(now)
  token = (await sign_in.verifyCode(null, { token: pending.token, code, from })).token
})
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000)
})
afterAll(() => own.close())

const codeAt = (at: Date) => totpCode(secret, totpStep(at))

/** A new session, whose second step was passed now. */
async function signInAgain(): Promise<void> {
  const pending = await office.sign_in.begin(null, { login_name: 'lan', password, from })
  const typed = { token: pending.token, code: codeAt(now), from }
  token = (await office.sign_in.verifyCode(null, typed)).token
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(' ', '')]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function actor(): Promise<StaffActor> {
  const acting = await office.sign_in.actor(null, { token })
  if (acting === null) throw new RangeError('the session has ended')
  return acting
}

const set = async (second_step?: string, acting?: StaffActor) => {
  const { gateways } = office.services
  const by = acting ?? (await actor())
  const seen = (await gateways.gateways(by, {})).find(({ code }) => code === 'cod')?.seen ?? ''
  const input = { code: 'cod', is_enabled: true, fields: {}, seen, second_step }
  return gateways.setGateway(by, input)
}

test('after five minutes a gateway is changed only with a new code, which counts for five more', async () => {
  await expect(set()).rejects.toMatchObject({ code: 'second_step_needed' })
  await expect(set('')).rejects.toMatchObject({ code: 'second_step_needed' })
  await expect(set('000000')).rejects.toMatchObject({ code: 'wrong_code' })
  await set(codeAt(now))
  await set()
  now = new Date(now.getTime() + 300_000)
  await set()
  now = new Date(now.getTime() + 1)
  await expect(set()).rejects.toMatchObject({ code: 'second_step_needed' })
})

test('the code of the sign-in counts', async () => {
  await signInAgain()
  expect(await set()).toEqual({ is_enabled: true })
})

test('a code counts once, also when two use it at the same moment', async () => {
  const code = codeAt(now)
  const acting = await actor()
  const both = await Promise.allSettled([set(code, acting), set(code, acting)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('five wrong codes end the session, and the owner hears of them', async () => {
  await signInAgain()
  now = new Date(now.getTime() + 600_000)
  for (let n = 0; n < 5; n++) {
    await expect(set('000000')).rejects.toMatchObject({ code: 'wrong_code' })
  }
  expect(await office.sign_in.actor(null, { token })).toBeNull()
  const attempts = own.db.selectFrom('staff_login_attempt').select('outcome')
  const wrong = await attempts.where('outcome', '=', 'wrong_code').execute()
  expect(wrong.length).toBeGreaterThanOrEqual(5)
})

test('a demo account is not asked', async () => {
  token = (await office.sign_in.enterDemo(null, { role_code: 'director', from })).token
  now = new Date(now.getTime() + 3_600_000)
  expect(await set()).toEqual({ is_enabled: true })
})
