import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { current_parameters } from '#shop/identity/password.ts'
import { totpCode, totpStep } from '#shop/identity/totp.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import { cookieOf, staffHeaders } from '#test/support/staff.ts'

const staff_token = 'Uz4kQ9w-2mBx7Rt1pLc6'
const basic = `Basic ${Buffer.from(`nv:${staff_token}`).toString('base64')}`
const password = 'Mười hai con giáp'
const opening = new Date('2026-11-23T01:00:00Z')

const live_env = {
  SHOP_MODE: 'live',
  SEED: 'none',
  RATE_LIMITS: 'on',
  PUBLIC_URL: 'https://shop.example',
  COMPANY_NAME: 'Công ty Thử',
  COMPANY_ADDRESS: '2 Lê Lợi',
  COMPANY_TAX_CODE: '0312345678',
  COMPANY_REGISTRATION: 'GCNĐKDN 0312345678',
  COMPANY_EMAIL: 'hotro@shop.example',
  BANK_ACCOUNT: '0987654321',
  BANK_ACCOUNT_NAME: 'CONG TY THU',
  SEPAY_WEBHOOK_SECRET: 's'.repeat(32),
  TRUST_PROXY: '127.0.0.1',
  SMTP_URL: 'smtps://shop:hunter2@mail.example:465',
  MAIL_FROM: 'Cửa hàng <donhang@shop.example>',
}

let own: TestDatabase
let door: Door
/** Another process of the same shop, in which a new password costs what it costs in a shop. */
let other: Door
let now = opening

beforeAll(async () => {
  own = await testDatabase()
  const options = { now: () => now, env: { STAFF_TOKEN: staff_token, SECRET_KEY: 'k'.repeat(40) } }
  door = await openDoor(own, options)
  other = await openDoor(own, { ...options, password_cost: current_parameters })
})
afterAll(async () => {
  await door.close()
  await other.close()
  await own.close()
})
beforeEach(async () => {
  now = new Date(now.getTime() + 24 * 3_600_000)
  await emptyTables(own.db, 'staff', 'staff_login_attempt')
  await sql`alter table staff alter column staff_id restart`.execute(own.db)
})

type Headers = Record<string, string>

function post(path: string, fields: Headers, headers: Headers = {}, at = door): Promise<Answer> {
  const form = new URLSearchParams(fields)
  return at.call('POST', path, { form, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
}

const signIn = (login_name: string, typed: string, at = door) =>
  post(auth_paths.sign_in, { login_name, password: typed }, { 'user-agent': 'Counter 1' }, at)
const get = (path: string, headers: Headers, at = door) => at.call('GET', path, { headers })
const cookieIn = (answer: Answer): Headers => ({ cookie: cookieOf(answer.headers) ?? '' })

const first = { name: 'Nguyễn Lan', login_name: 'Lan.Nguyễn', password }
const createFirst = (fields = first, headers: Headers = { authorization: basic }, at = door) =>
  post(auth_paths.first_account, fields, headers, at)

/** Reads the secret that the page of the second step shows. */
async function shownSecret(headers: Headers): Promise<Buffer> {
  const { text } = await get(auth_paths.code, headers)
  const [, letters = ''] = /select-all">([A-Z2-7 ]+)</.exec(text) ?? []
  const bits = [...letters.replaceAll(' ', '')]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The first account, with its authenticator app and the cookie of its session. */
async function director(at = door): Promise<{ secret: Buffer; session: Headers }> {
  await createFirst(first, { authorization: basic }, at)
  const pending = cookieIn(await signIn('lan.nguyen', password))
  const secret = await shownSecret(pending)
  const answer = await post(auth_paths.code, { code: totpCode(secret, totpStep(now)) }, pending)
  return { secret, session: cookieIn(answer) }
}

/** Adds a member of staff without money or all shops, and returns the link of the invitation. */
async function invited(session: Headers, fields: Headers = {}): Promise<URL> {
  const person = { name: 'Trần Bình', login_name: 'binh', 'role:sales': 'on', ...fields }
  const { text } = await post('/noi-bo/nhan-vien', person, session)
  return new URL(/http[^<]+loi-moi\?token=[\w-]+/.exec(text)?.[0] ?? '')
}

async function outcomes(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select coalesce(login_name, '-') || ' ' || outcome as line from staff_login_attempt
    order by staff_login_attempt_id`.execute(own.db)
  return rows.map(({ line }) => line)
}

describe('the first account', () => {
  test('is created with STAFF_TOKEN, which opens nothing else and nothing afterwards', async () => {
    const asked = await get(auth_paths.first_account, {})
    expect([asked.status, asked.headers.get('www-authenticate')?.slice(0, 5)]).toEqual([
      401,
      'Basic',
    ])
    expect((await createFirst(first, { authorization: 'Basic bnY6eA==' })).status).toBe(401)
    expect((await get('/noi-bo/hoan-tien', { authorization: basic })).status).toBe(303)
    expect((await createFirst()).status).toBe(303)
    expect((await createFirst({ ...first, login_name: 'ke-xau' })).status).toBe(404)
    expect((await get(auth_paths.first_account, { authorization: basic })).status).toBe(404)
  })

  test('is created once, when twenty ask at the same time', async () => {
    const all = Array.from({ length: 20 }, (_, n) =>
      createFirst({ ...first, login_name: `lan${n}` }),
    )
    await Promise.all(all)
    const { rows } = await sql`select login_name from staff`.execute(own.db)
    expect(rows).toHaveLength(1)
  })

  test.each([
    [{ password: 'ngắn' }, 'Mật khẩu cần ít nhất 12 ký tự.'],
    [{ password: 'lan.nguyen1990' }, 'Mật khẩu quá giống tên đăng nhập.'],
    [{ login_name: 'a b' }, 'Tên đăng nhập có 3 đến 40 ký tự'],
    [{ name: '' }, 'Hãy điền họ tên'],
  ])('is refused with %j', async (wrong, text) => {
    const answer = await createFirst({ ...first, ...wrong })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(text)
    expect(answer.text).not.toContain(`value="${password}"`)
  })
})

describe('a sign-in', () => {
  test('needs password and code where the role sees money, and each code is used once', async () => {
    const { secret, session } = await director()
    expect((await get('/noi-bo/hoan-tien', session)).status).toBe(200)
    const again = await signIn('LAN.NGUYỄN', password.normalize('NFD'))
    expect(again.headers.get('location')).toBe(auth_paths.code)
    const pending = cookieIn(again)
    expect((await get('/noi-bo/hoan-tien', pending)).status).toBe(303)
    expect((await get(auth_paths.code, pending)).text).not.toContain('QR')
    const used = totpCode(secret, totpStep(now))
    expect((await post(auth_paths.code, { code: used }, pending)).status).toBe(401)
    now = new Date(now.getTime() + 30_000)
    const next = totpCode(secret, totpStep(now))
    const done = await post(auth_paths.code, { code: next }, pending)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/noi-bo/tai-khoan'])
    expect((await get('/noi-bo/hoan-tien', cookieIn(done))).status).toBe(200)
    // The token that was sent before the code is worth nothing.
    expect((await get('/noi-bo/hoan-tien', pending)).status).toBe(303)
    expect(await outcomes()).toEqual([
      ...['code_needed', 'signed_in', 'code_needed', 'wrong_code', 'signed_in'].map(
        (outcome) => `lan.nguyen ${outcome}`,
      ),
    ])
    const { text } = await get('/noi-bo/tai-khoan', cookieIn(done))
    expect(text).toContain('1 lần sai từ 127.0.0.1')
    expect(text).toContain('Counter 1')
  })

  test('of twenty that send the same code at once, one is admitted', async () => {
    const { secret } = await director()
    now = new Date(now.getTime() + 60_000)
    const code = totpCode(secret, totpStep(now))
    const pending: Headers[] = []
    for (let n = 0; n < 10; n++) pending.push(cookieIn(await signIn('lan.nguyen', password)))
    const answers = await Promise.all(
      [...pending, ...pending].map((cookie, n) =>
        post(auth_paths.code, { code }, cookie, n % 2 === 0 ? door : other),
      ),
    )
    const admitted = answers.filter(({ headers }) => cookieOf(headers) !== null)
    expect(admitted).toHaveLength(1)
  })

  test('begins again after five wrong codes', async () => {
    await director()
    const pending = cookieIn(await signIn('lan.nguyen', password))
    for (let n = 0; n < 4; n++) {
      expect((await post(auth_paths.code, { code: '000000' }, pending)).status).toBe(401)
    }
    const fifth = await post(auth_paths.code, { code: '000000' }, pending)
    expect(fifth.headers.get('location')).toBe(`${auth_paths.sign_in}?lai=1`)
    const { text } = await get(`${auth_paths.sign_in}?lai=1`, {})
    expect(text).toContain('Đã quá lâu hoặc sai quá nhiều lần. Hãy đăng nhập lại.')
  })

  test('does not tell whether a name exists, an account is locked or has no password yet', async () => {
    const { session } = await director()
    await invited(session)
    const bodyOf = async (name: string, typed: string) => {
      const { status, text } = await signIn(name, typed)
      return [status, text.replace(`value="${name}"`, '')]
    }
    const wrong = await bodyOf('lan.nguyen', 'một mật khẩu khác')
    expect(wrong[0]).toBe(401)
    expect(await bodyOf('khong.co.ai', password)).toEqual(wrong)
    expect(await bodyOf('binh', '')).toEqual(wrong)
    await sql`
      update staff set locked_at = now(), password_hash = first.password_hash from staff first
      where staff.login_name = 'binh' and first.login_name = 'lan.nguyen'`.execute(own.db)
    expect(await bodyOf('binh', password)).toEqual(wrong)
    // The typed name of an unknown account is not stored: it may be a password.
    expect((await outcomes()).slice(2)).toEqual([
      'lan.nguyen wrong_password',
      '- unknown_name',
      'binh wrong_password',
      'binh locked',
    ])
  })

  test('stores neither token nor secret in a readable form', async () => {
    const { secret, session } = await director(other)
    const { rows } = await sql<{ line: string }>`
      select staff::text || staff_session::text as line from staff join staff_session using (staff_id)
    `.execute(own.db)
    const token = session['cookie']?.split('=')[1] ?? '-'
    for (const { line } of rows) {
      expect(line).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
      expect(line).not.toContain(token)
      expect(line).not.toContain(secret.toString('hex'))
    }
    expect(rows).toHaveLength(1)
  })
})

describe('an invitation', () => {
  const accept = (link: URL, typed = password, at = door) =>
    post(
      auth_paths.invite,
      { token: link.searchParams.get('token') ?? '', password: typed },
      {},
      at,
    )

  test('sets the password once, when twenty use it at the same time', async () => {
    const { session } = await director()
    const link = await invited(session)
    expect((await get(link.pathname + link.search, {})).text).toContain('Trần Bình')
    const passwords = Array.from({ length: 20 }, (_, n) => `mật khẩu số ${n} của tôi`)
    const answers = await Promise.all(
      passwords.map((typed, n) => accept(link, typed, n % 2 === 0 ? door : other)),
    )
    const won = answers.flatMap(({ status }, n) => (status === 303 ? [n] : []))
    expect(won).toHaveLength(1)
    // Without money and all shops, a password is enough.
    const signed_in = await signIn('binh', passwords[won[0] ?? -1] ?? '')
    expect(signed_in.headers.get('location')).toBe('/noi-bo')
    expect((await get('/noi-bo/tai-khoan', cookieIn(signed_in))).status).toBe(200)
  })

  test('ends after three days, and when a newer one is given', async () => {
    const { session } = await director()
    const link = await invited(session)
    const again = await post('/noi-bo/nhan-vien/2', { intent: 'invite' }, session)
    expect(again.text).toContain('loi-moi?token=')
    expect((await accept(link)).status).toBe(404)
    const newer = new URL(/http[^<]+loi-moi\?token=[\w-]+/.exec(again.text)?.[0] ?? '')
    now = new Date(now.getTime() + 3 * 86_400_000)
    expect((await accept(newer)).status).toBe(404)
  })
})

describe('a session', () => {
  test('lasts twelve hours', async () => {
    const { session } = await director()
    now = new Date(now.getTime() + 12 * 3_600_000 - 1)
    expect((await get('/noi-bo/hoan-tien', session)).status).toBe(200)
    now = new Date(now.getTime() + 1)
    expect((await get('/noi-bo/hoan-tien', session)).status).toBe(303)
  })

  test('ends at once in every process when the account is locked, and by signing out', async () => {
    const { session } = await director()
    const sales = await staffHeaders(door, 'sales')
    const own_page = '/noi-bo/tai-khoan'
    expect((await get(own_page, sales, other)).status).toBe(200)
    const { text } = await get('/noi-bo/nhan-vien', session)
    const [, id = ''] = /nhan-vien\/(\d+)"[^>]*>Bán hàng \(demo\)/.exec(text) ?? []
    expect((await post(`/noi-bo/nhan-vien/${id}`, { intent: 'lock' }, session)).status).toBe(303)
    expect((await get(own_page, sales, other)).status).toBe(303)
    expect((await get(own_page, session, other)).status).toBe(200)
    const out = await post(auth_paths.sign_out, {}, session)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await get(own_page, session, other)).status).toBe(303)
  })

  test('ends with a new password; the present one must be right', async () => {
    const { session } = await director()
    const change = (typed: string, new_password: string) =>
      post('/noi-bo/tai-khoan', { intent: 'password', password: typed, new_password }, session)
    expect((await change('không phải', 'một mật khẩu mới')).status).toBe(403)
    expect((await change(password, 'ngắn')).status).toBe(422)
    expect((await change(password, 'một mật khẩu mới')).status).toBe(303)
    expect((await get('/noi-bo/tai-khoan', session)).status).toBe(303)
    expect((await signIn('lan.nguyen', password)).status).toBe(401)
    expect((await signIn('lan.nguyen', 'một mật khẩu mới')).status).toBe(303)
  })

  test('asks for the second step when the roles have grown', async () => {
    const { session } = await director()
    await post(auth_paths.invite, {
      token: (await invited(session)).searchParams.get('token') ?? '',
      password,
    })
    const binh = cookieIn(await signIn('binh', password))
    expect((await get('/noi-bo/tai-khoan', binh)).status).toBe(200)
    const grown = { intent: 'change', 'seen_role:sales': 'on', 'role:accountant': 'on' }
    expect((await post('/noi-bo/nhan-vien/2', grown, session)).status).toBe(303)
    expect((await get('/noi-bo/hoan-tien', binh)).status).toBe(303)
    expect((await signIn('binh', password)).headers.get('location')).toBe(auth_paths.code)
  })
})

test('nobody changes their own roles, and the last account that manages staff stays', async () => {
  const { session } = await director()
  const own_account = 'Không ai tự đổi vai trò'
  for (const intent of ['change', 'lock', 'invite']) {
    const answer = await post('/noi-bo/nhan-vien/1', { intent }, session)
    expect([answer.status, answer.text.includes(own_account)]).toEqual([409, true])
  }
  await post(auth_paths.invite, {
    token: (await invited(session, { 'role:director': 'on' })).searchParams.get('token') ?? '',
    password,
  })
  const pending = cookieIn(await signIn('binh', password))
  const code = totpCode(await shownSecret(pending), totpStep(now))
  const binh = cookieIn(await post(auth_paths.code, { code }, pending))
  // Each of the two locks the other at the same time: one of them must stay.
  const [one, two] = await Promise.all([
    post('/noi-bo/nhan-vien/2', { intent: 'lock' }, session),
    post('/noi-bo/nhan-vien/1', { intent: 'lock' }, binh, other),
  ])
  // The other one reads why, or is signed out already.
  const done = [one, two].filter(({ headers }) => headers.get('location')?.includes('nhan-vien/'))
  expect(done.filter(({ headers }) => !headers.get('location')?.includes('next='))).toHaveLength(1)
  const { rows } = await sql`select 1 from staff where locked_at is null`.execute(own.db)
  expect(rows).toHaveLength(1)
})

test('the way back after a sign-in leads to a staff page only', async () => {
  const { session } = await director()
  await post(auth_paths.invite, {
    token: (await invited(session)).searchParams.get('token') ?? '',
    password,
  })
  const wayOf = async (next: string) => {
    const fields = { login_name: 'binh', password, next }
    return (await post(auth_paths.sign_in, fields)).headers.get('location')
  }
  expect(await wayOf('/noi-bo/hop-thu?before=3')).toBe('/noi-bo/hop-thu?before=3')
  for (const next of ['//evil.example', 'https://evil.example', '/cart', '/noi-bo/../cart', '']) {
    expect(await wayOf(next)).toBe('/noi-bo')
  }
})

test('a live shop does not start with accounts of the demo, and lets nobody enter as a role', async () => {
  await staffHeaders(door, 'director')
  const live = {
    now: () => now,
    env: { ...live_env, STAFF_TOKEN: staff_token, SECRET_KEY: 'k'.repeat(40) },
  }
  await expect(openDoor(own, live)).rejects.toThrow('staff accounts of the demo')
  await sql`update staff set locked_at = now() where is_demo`.execute(own.db)
  const shop = await openDoor(own, live)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({ role_code: 'director' })
  const entered = await shop.call('POST', auth_paths.demo_role, { form, headers })
  expect(cookieOf(entered.headers)).toBeNull()
  expect((await shop.call('GET', auth_paths.sign_in)).text).not.toContain('Vào với vai trò')
  await createFirst()
  const signing_in = new URLSearchParams({ login_name: 'lan.nguyen', password })
  const { headers: answered } = await shop.call('POST', auth_paths.sign_in, {
    form: signing_in,
    headers,
  })
  expect(answered.get('set-cookie')).toMatch(
    /^__Secure-staff=s_[\w-]{43}; Max-Age=600; Path=\/noi-bo; HttpOnly; SameSite=Strict; Secure$/,
  )
  await shop.close()
})
