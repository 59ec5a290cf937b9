import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { SoftwarePasskey } from '#test/passkeys/software-passkey.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import { cookieOf } from '#test/support/staff.ts'

const staff_token = 'Uz4kQ9w-2mBx7Rt1pLc6'
const basic = `Basic ${Buffer.from(`nv:${staff_token}`).toString('base64')}`
const password = 'Mười hai con giáp'
const public_url = 'http://localhost:3000'
let own: TestDatabase
let door: Door
let now = new Date('2026-11-23T01:00:00Z')
const passkey = new SoftwarePasskey(public_url)
let session: Headers

type Headers = Record<string, string>

beforeAll(async () => {
  own = await testDatabase()
  const env = {
    STAFF_TOKEN: staff_token,
    SECRET_KEY: 'k'.repeat(40),
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
  }
  door = await openDoor(own, { now: () => now, env: { ...env, PUBLIC_URL: public_url } })
  const person = { name: 'Lan', login_name: 'lan', password }
  await post(auth_paths.first_account, person, { authorization: basic })
})
afterAll(async () => {
  await door.close()
  await own.close()
})

const get = (path: string, headers: Headers = {}) => door.call('GET', path, { headers })
function post(path: string, fields: Headers, headers: Headers = {}): Promise<Answer> {
  const form = new URLSearchParams(fields)
  return door.call('POST', path, { form, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
}
const cookieIn = (answer: Answer): Headers => ({ cookie: cookieOf(answer.headers) ?? '' })
const begin = async () => cookieIn(await post(auth_paths.sign_in, { login_name: 'lan', password }))

async function ask(purpose: string, headers: Headers = {}) {
  const answer = await post(auth_paths.passkey_challenge, { purpose }, headers)
  const { options, problem } = JSON.parse(answer.text) as { options: object; problem?: string }
  const attempt = /staff-passkey=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''
  return { status: answer.status, options, problem, attempt: { cookie: attempt } }
}

test('whoever must have a second step may register a passkey instead of an app', async () => {
  const pending = await begin()
  const { text } = await get(auth_paths.code, pending)
  expect(text).toContain('QR')
  expect(text).toContain(`${auth_paths.passkey}?buoc=2`)
  const page = await get(`${auth_paths.passkey}?buoc=2`, pending)
  expect(page.text).toContain('data-passkey="enrol"')
  expect(page.text).toContain('Dùng ứng dụng xác thực')
  const { options } = await ask('enrol', pending)
  const fields = { step: 'enrol', name: 'iPhone', passkey: passkey.create(options), next: '' }
  const done = await post(auth_paths.passkey, fields, pending)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/noi-bo'])
  session = cookieIn(done)
  const account = await get(addresses.account.path, session)
  expect(account.text).toContain('iPhone')
  // From now on the password leads to the passkey, and to no other second step.
  const again = await post(auth_paths.sign_in, { login_name: 'lan', password })
  expect(again.headers.get('location')).toBe(`${auth_paths.passkey}?buoc=2`)
  const code = await get(auth_paths.code, cookieIn(again))
  expect(code.headers.get('location')).toBe(`${auth_paths.passkey}?buoc=2`)
})

test('a passkey signs in, and leads to where the person wanted to go', async () => {
  const { options, attempt } = await ask('sign_in')
  const fields = { step: 'sign_in', passkey: passkey.get(options), next: '/noi-bo/hoan-tien' }
  const foreign = await post(auth_paths.passkey, fields)
  expect(foreign.status).toBe(401)
  expect(foreign.text).toContain('đã quá 5 phút hoặc đã dùng rồi')
  const done = await post(auth_paths.passkey, fields, attempt)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/noi-bo/hoan-tien'])
  expect((await get('/noi-bo/hoan-tien', cookieIn(done))).status).toBe(200)
  const replayed = await post(auth_paths.passkey, fields, attempt)
  expect([replayed.status, cookieOf(replayed.headers)]).toEqual([401, null])
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  expect((await post(auth_paths.passkey_challenge, { purpose: 'sign_in' }, elsewhere)).status).toBe(
    403,
  )
})

const module_script = /<script(?! type="application\/json")[^>]*>/g

test('only the page without a password has a script', async () => {
  const { text } = await get(auth_paths.passkey)
  expect(text.match(module_script)).toEqual([
    '<script type="module" src="/admin/auth/browser/entry-passkey.ts">',
  ])
  expect(text).not.toContain('type="password"')
  expect((await get(auth_paths.sign_in)).text).not.toMatch(module_script)
  const lost = await get(`${auth_paths.passkey}?buoc=2`)
  expect(lost.headers.get('location')).toBe(`${auth_paths.sign_in}?lai=1`)
})

test('challenges of an open session need its cookie', async () => {
  const lost = await ask('confirm')
  expect([lost.status, lost.problem]).toEqual([401, expect.stringContaining('Hãy đăng nhập lại')])
  expect((await ask('enrol', session)).status).toBe(401)
  expect((await post(auth_paths.passkey_challenge, { purpose: 'x' })).status).toBe(422)
})

test('a form of a gateway keeps what was typed until a passkey has confirmed it', async () => {
  now = new Date(now.getTime() + 301_000)
  const path = addresses.gateways.path
  const url = 'https://test.vnpayment.vn/cua-hang'
  const typed = {
    code: 'vnpay',
    pay_url: url,
    hash_secret: 'khoa-vua-go',
    is_enabled: 'on',
    intent: 'save',
  }
  const late = await post(path, typed, session)
  expect(late.status).toBe(403)
  const form = formOf(late.text, 'vnpay')
  expect(form).toContain('Xác nhận bằng passkey')
  expect(form).toContain(`value="${url}"`)
  expect(form).toContain('value="khoa-vua-go"')
  expect(form).toContain('checked=""')
  expect(formOf(late.text, 'momo')).not.toContain(url)
  const { options } = await ask('confirm', session)
  const cod = { code: 'cod', is_enabled: 'on', intent: 'save', passkey: passkey.get(options) }
  expect((await post(path, cod, session)).status).toBe(303)
  expect((await get(path, session)).text).not.toContain('Xác nhận bằng passkey')
})

test('the form of a role keeps what was typed', async () => {
  await sql`insert into staff_role (role_code, name, position) values ('guest', 'Khách', 90)`.execute(
    own.db,
  )
  const wrong = { 'scope:refunds.settle': 'all', 'amount:refunds.settle': 'hai triệu', seen: '[]' }
  const answer = await post('/noi-bo/quyen/guest', wrong, session)
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('value="hai triệu"')
  expect(answer.text).toMatch(/name="scope:refunds.settle"[^]*?<option value="all" selected=""/)
})

test('wrong passkeys count like wrong passwords, by address and by passkey', async () => {
  now = new Date(now.getTime() + 3_600_000)
  const there = { 'x-forwarded-for': '203.0.113.7' }
  const send = (answer: string) =>
    post(auth_paths.passkey, { step: 'sign_in', passkey: answer }, there)
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await send('{"id":"mot-khoa-la"}')).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  for (let n = 0; n < 20; n++) await send(`{"id":"khoa-${n}"}`)
  const full = await send('{"id":"khoa-khac"}')
  expect([full.status, full.text.includes('Sai quá nhiều lần')]).toEqual([429, true])
})

/** The part of the page of gateways with the form of one of them. */
function formOf(text: string, code: string): string {
  const [, form = ''] = text.split(`aria-labelledby="${code}"`)
  return form.split('</section>')[0] ?? ''
}
