import { sql } from 'kysely'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oidc_paths, paths } from '#member-site/addresses/paths.ts'
import { ownKey } from '#platform/files/own-key.ts'
import { secretBox } from '#platform/files/secret-box.ts'
import { otpLabel } from '#shop/identity/otp/otp.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'
import { createLog } from '#platform/observe/log.ts'
import { eraseDueMembers } from '#shop/flows/member/account/erase-account.ts'
import { memoryFiles } from '#test/pictures/test-pictures.ts'
import { test_person_keys, testWrites } from '#test/support/providers.ts'
import { newMember, newMemberSession } from '#test/members/member.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

const member_url = 'http://smember.localhost:3000'
const shop_url = 'http://localhost:3000'
const callback = `${shop_url}/auth/callback`
const secret_key = 'k'.repeat(40)
const keys = { secret_key, data_dir: '/nowhere' }

let own: TestDatabase
let door: Door

beforeAll(async () => {
  own = await testDatabase()
  door = await openDoor(own, { env: { SECRET_KEY: secret_key } })
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(async () => {
  await sql`truncate member, otp, outbox`.execute(own.db)
})

type Headers = Record<string, string>
const host = 'smember.localhost:3000'
interface Answer {
  status: number
  headers: globalThis.Headers
  text: string
}

async function knock(
  method: string,
  path: string,
  headers: Headers,
  body?: string,
): Promise<Answer> {
  const sent = { method, headers, ...(body === undefined ? {} : { body }) }
  const answer = await knockAsHost(door.url + path, host, sent)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const get = (path: string, headers: Headers = {}) => knock('GET', path, headers)
const post = (path: string, fields: Record<string, string>, headers: Headers = {}) =>
  knock(
    'POST',
    path,
    {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    new URLSearchParams(fields).toString(),
  )

/** The cookies that an answer sets, as the next request sends them. */
function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Reads the code of the newest message with the shop's own key. */
async function newestCode(): Promise<string> {
  const row = await own.db
    .selectFrom('otp')
    .select(['sealed_code', 'token_hash', 'purpose'])
    .orderBy('otp_id', 'desc')
    .executeTakeFirstOrThrow()
  const label = otpLabel(row.token_hash, row.purpose)
  return secretBox(keys, 'otp').open(row.sealed_code, label) ?? ''
}

async function askedCode(phone: string, path: string = paths.sign_in) {
  const asked = await post(path, { phone, next: '' })
  return { asked, code: await newestCode(), headers: { cookie: cookiesOf(asked) } }
}

test('a demo says where the messages are that it does not send', async () => {
  const { text } = await get(paths.sign_in)
  expect(text).toContain(`<a href="${shop_url}/noi-bo/hop-thu"`)
})

describe('sign-in', () => {
  test('a code registers a new phone, and signs a known one in; the session is a new one', async () => {
    const { asked, code, headers } = await askedCode('0912 345 678')
    expect([asked.status, asked.headers.get('location')]).toEqual([303, paths.code])
    expect((await get(paths.code, headers)).text).toContain('0912 345 678')
    const wrong = await post(paths.code, { code: code === '000000' ? '1' : '000000' }, headers)
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('còn 4 lần nhập')])
    const done = await post(paths.code, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, headers)
    expect([done.status, done.headers.get('location')]).toEqual([303, paths.welcome])
    const session = { cookie: cookiesOf(done) }
    expect(session.cookie).toMatch(/^smember=m_[\w-]{43}$/)
    expect(done.headers.getSetCookie()[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const saved = { name: 'Trần Thị Bé', email: '', password: 'cá rô phi kho tộ' }
    expect((await post(paths.welcome, saved, session)).headers.get('location')).toBe('/')
    expect((await get('/', session)).text).toContain('Trần Thị Bé')
    const early = await post(paths.sign_in, { phone: '0912345678' })
    expect([early.status, early.text]).toEqual([429, expect.stringMatching(/sau \d+ giây/)])
    await sql`truncate otp`.execute(own.db)
    const again = await askedCode('+84 912.345.678')
    const second = await post(paths.code, { code: again.code }, again.headers)
    expect(second.headers.get('location')).toBe('/')
    const replayed = await post(paths.code, { code: again.code }, again.headers)
    expect([replayed.status, cookiesOf(replayed)]).toEqual([410, ''])
  })

  test('a password signs in; wrong password, unknown phone and no password read alike', async () => {
    const { token } = await newMember(own.db, { phone: '+84912345678' })
    await newMember(own.db, { phone: '+84987654321' })
    const own_cookie = { cookie: `smember=${token}` }
    const password = 'cá rô phi kho tộ'
    const set = await post('/', { intent: 'password', password }, own_cookie)
    expect(set.headers.get('location')).toBe('/?xong=password')
    const sign = (phone: string, typed: string) => post(paths.password, { phone, password: typed })
    const done = await sign('0912345678', password.normalize('NFD'))
    expect([done.status, cookiesOf(done)]).toEqual([303, expect.stringMatching(/^smember=m_/)])
    const refused = await Promise.all(
      [
        ['0912345678', 'sai mật khẩu rồi'],
        ['0911111111', password],
        ['0987654321', password],
        ['0987654321', ''],
      ].map(([phone = '', typed = '']) => sign(phone, typed)),
    )
    const shapes = refused.map(({ status, text }) => [status, text.replace(/value="\d+"/, '')])
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
    expect(shapes[0]?.[0]).toBe(401)
  })

  test.each([
    ['1234567', 'ít nhất 8'],
    ['12345678', 'quá phổ biến'],
    ['Mật khẩu 123', 'quá phổ biến'],
    ['abcabcabc', 'quá phổ biến'],
    ['xx0912345678', 'số điện thoại'],
  ])('%s is no password', async (password, text) => {
    const { token } = await newMember(own.db)
    const refused = await post(
      '/',
      { intent: 'password', password },
      { cookie: `smember=${token}` },
    )
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(text)])
  })

  test('known and unknown phones get the same answer to a request for a code', async () => {
    await newMember(own.db, { phone: '+84912345678' })
    const bodies = await Promise.all(
      ['0912345678', '0911111111'].map(async (phone) => {
        const { asked } = await askedCode(phone)
        return [asked.status, asked.headers.get('location'), asked.text]
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
  })

  test('a forgotten password is set by a code and ends all other sessions', async () => {
    const { customer_id, token } = await newMember(own.db)
    const { code, headers } = await askedCode('0912345678', paths.reset)
    const short = await post(paths.reset_code, { code, password: 'ngắn' }, headers)
    expect(short.status).toBe(422)
    const done = await post(paths.reset_code, { code, password: 'một câu dài khó đoán' }, headers)
    expect(done.headers.get('location')).toBe('/')
    expect((await get('/', { cookie: `smember=${token}` })).status).toBe(303)
    const { rows } = await sql`select 1 from session where customer_id = ${customer_id}
      and ended_at is null`.execute(own.db)
    expect(rows).toHaveLength(1)
  })

  test('forms of other sites are refused, and a session from before is ended (T7, T8, T16)', async () => {
    const { token } = await newMember(own.db)
    const cookie = { cookie: `smember=${token}` }
    const foreign = { ...cookie, 'sec-fetch-site': 'cross-site' }
    for (const path of [paths.sign_in, paths.password, paths.code, paths.sign_out, '/']) {
      expect((await post(path, { phone: '0912345678' }, foreign)).status).toBe(403)
    }
    expect((await get('/', cookie)).status).toBe(200)
    const fixed = await askedCode('0987654321')
    const both = { cookie: `${fixed.headers.cookie}; ${cookie.cookie}` }
    const done = await post(paths.code, { code: fixed.code }, both)
    expect(cookiesOf(done)).not.toContain(token)
    expect((await get('/', cookie)).status).toBe(303)
  })

  test('sessions are listed and ended, one or all others; sign-out revokes the token', async () => {
    const { customer_id, token } = await newMember(own.db)
    const second = await newMemberSession(own.db, customer_id)
    const cookie = { cookie: `smember=${token}` }
    const page = await get('/', cookie)
    expect(page.text.match(/a browser of the tests|Thiết bị khác/g)).toHaveLength(2)
    expect((await post('/', { intent: 'end_others' }, cookie)).status).toBe(303)
    expect((await get('/', { cookie: `smember=${second}` })).status).toBe(303)
    const out = await post(paths.sign_out, {}, cookie)
    expect(out.headers.get('set-cookie')).toContain('smember=; Max-Age=0')
    expect((await get('/', cookie)).headers.get('location')).toBe(paths.sign_in)
  })

  test('an account is erased days after it was asked for, unless that is taken back', async () => {
    const member = await newMember(own.db, { name: 'Đinh Thị Vắng', email: 'vang@mail.example' })
    const cookie = { cookie: `smember=${member.token}` }
    const eraseAfter = (days: number) => {
      const now = () => new Date(Date.now() + days * 86_400_000)
      const log = createLog({ service: 'test', level: 'silent' })
      const deps = { db: own.db, now, log, files: memoryFiles(), person_keys: test_person_keys }
      return eraseDueMembers({ ...deps, write: testWrites({ db: own.db, now }) })
    }
    const ask = () => post(paths.close, { intent: 'ask' }, cookie)
    // A session that may be stolen shows once more who it is.
    await sql`update session set confirmed_at = null`.execute(own.db)
    expect((await ask()).headers.get('location')).toBe(`/xac-nhan?next=%2Fxoa-tai-khoan`)
    expect(await eraseAfter(30)).toBe(0)
    await sql`update session set confirmed_at = now()`.execute(own.db)
    expect((await get(paths.close, cookie)).text).toContain('không lấy lại được')
    expect((await get(paths.close, cookie)).text).not.toContain('Lịch hẹn sửa chữa')
    await sql`insert into shop (shop_id, external_id, code, name, company_id, address, street, ward_name, district_name,
        province_id, time_opening, phone, kinds)
      select 1, 1001, 'CH001', 'Cửa hàng 1', 1, 'A', 'A', 'Phường', 'Quận', province_id, '08:00 - 21:30',
        '028 7100 1001', '{sua-chua}' from province limit 1`.execute(own.db)
    await sql`insert into booking (code, secret, customer_id, shop_id, starts_at, half_hours, state, name, phone,
        promotion_announcement, total, created_at)
      values ('LH-VANG', md5('v') || '00000000', ${member.customer_id}, 1, now(), 1, 'booked', 'Vắng',
        '+84912345678', false, 1, now())`.execute(own.db)
    expect((await get(paths.close, cookie)).text).toContain('Lịch hẹn sửa chữa (1)')
    await Promise.all([ask(), ask()])
    expect((await get(paths.close, cookie)).text).toContain('sẽ được xóa sau')
    const kept = await post(paths.close, { intent: 'withdraw' }, cookie)
    expect(kept.headers.get('location')).toBe('/?xong=kept')
    expect(await eraseAfter(30)).toBe(0)
    await ask()
    expect(await eraseAfter(6)).toBe(0)
    expect(await eraseAfter(8)).toBe(1)
    expect((await get('/', cookie)).status).toBe(303)
    const { rows } = await sql<{ text: string }>`
      select concat((select string_agg(member::text, ' ') from member),
        (select string_agg(otp::text, ' ') from otp),
        (select string_agg(outbox::text, ' ') from outbox)) as text`.execute(own.db)
    expect(rows[0]?.text).not.toMatch(/912345678|Vắng|vang@/)
    const { rows: erasures } = await sql`
      select staff_name, channel from customer_erasure`.execute(own.db)
    expect(erasures.at(-1)).toEqual({ staff_name: null, channel: 'account' })
    expect((await newMember(own.db)).customer_id).not.toBe(member.customer_id)
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:1', '/x'])(
    'the sign-in never leads to %s',
    async (next) => {
      const { asked } = await askedCode('0912345678')
      const { headers } = { headers: { cookie: cookiesOf(asked) } }
      await newMember(own.db)
      const done = await post(paths.code, { code: await newestCode(), next }, headers)
      expect(done.headers.get('location')).toBe('/')
    },
  )
})

describe('the OpenID provider', () => {
  const client: oauth.Client = { client_id: 'dienthoaivui' }
  const client_auth = oauth.ClientSecretBasic(ownKey(keys, 'oidc-client'))
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url: string, init: RequestInit) => {
      const { pathname, search } = new URL(url)
      const headers = Object.fromEntries(new globalThis.Headers(init.headers))
      const { method = 'GET' } = init
      const body = init.body == null ? {} : { body: String(init.body) }
      return knockAsHost(door.url + pathname + search, host, { method, headers, ...body })
    },
  }
  let server: oauth.AuthorizationServer

  beforeAll(async () => {
    const issuer = new URL(member_url)
    const answer = await oauth.discoveryRequest(issuer, options as never)
    server = await oauth.processDiscoveryResponse(issuer, answer)
  })

  async function ask(changes: Record<string, string | null> = {}, headers: Headers = {}) {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const asked: Record<string, string | null> = {
      ...{ client_id: client.client_id, redirect_uri: callback, response_type: 'code' },
      ...{ scope: 'openid profile phone email', state, nonce, code_challenge_method: 'S256' },
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      ...changes,
    }
    const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null)
    const answer = await get(`${oidc_paths.authorization}?${new URLSearchParams(given)}`, headers)
    const location = answer.headers.get('location') ?? ''
    return { answer, location, verifier, state, nonce }
  }

  async function redeem(asked: Awaited<ReturnType<typeof ask>>, verifier = asked.verifier) {
    const url = new URL(asked.location)
    const params = oauth.validateAuthResponse(server, client, url, asked.state)
    return oauth.authorizationCodeGrantRequest(
      ...([server, client, client_auth, params, callback, verifier, options as never] as const),
    )
  }

  const signedIn = async (phone = '+84912345678') => {
    const member = await newMember(own.db, { phone, name: 'Lê Bình', email: 'binh@mail.example' })
    return { ...member, headers: { cookie: `smember=${member.token}` } }
  }

  test('a stranger signs in on the way and comes back to the request', async () => {
    const { location } = await ask()
    expect(location).toContain(`${paths.sign_in}?next=%2Foidc%2Fauth%3F`)
    const next = new URL(location, member_url).searchParams.get('next') ?? ''
    await newMember(own.db)
    const { code, headers } = await askedCode('0912345678')
    const done = await post(paths.code, { code, next }, headers)
    expect(done.headers.get('location')).toBe(next)
    const back = await get(next, { cookie: cookiesOf(done) })
    expect(back.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/callback\?code=/)
  })

  test('a code gives an ID token that names the member, signed by a published key', async () => {
    const { customer_id, headers } = await signedIn()
    const asked = await ask({}, headers)
    const answer = await redeem(asked)
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: asked.nonce,
      requireIdToken: true,
    })
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({
      ...{ iss: member_url, aud: client.client_id, sub: String(customer_id) },
      ...{ phone_number: '+84912345678', name: 'Lê Bình', email: 'binh@mail.example' },
    })
    await oauth.validateApplicationLevelSignature(server, answer, options as never)
    const { rows } = await sql<{ text: string }>`
      select concat((select string_agg(oidc_record::text, ' ') from oidc_record),
        (select string_agg(oidc_key::text, ' ') from oidc_key)) as text`.execute(own.db)
    expect(rows[0]?.text).not.toContain(new URL(asked.location).searchParams.get('code'))
    expect(rows[0]?.text).not.toContain('"d"')
  })

  test('one code redeemed by twenty at once gives exactly one token, ten times', async () => {
    const { headers } = await signedIn()
    for (let round = 0; round < 10; round++) {
      const asked = await ask({ prompt: 'none' }, headers)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(asked)))
      const bodies = await Promise.all(answers.map((answer) => answer.json()))
      expect(bodies.filter((body) => 'id_token' in body)).toHaveLength(1)
      expect(new Set(bodies.filter((body) => 'error' in body).map(({ error }) => error))).toEqual(
        new Set(['invalid_grant']),
      )
    }
  })

  test('wrong verifier, used code, foreign client secret: no token', async () => {
    const { headers } = await signedIn()
    const wrong = await redeem(await ask({}, headers), oauth.generateRandomCodeVerifier())
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
    const asked = await ask({}, headers)
    expect((await redeem(asked)).status).toBe(200)
    expect((await redeem(asked)).status).toBe(400)
  })

  test.each([
    ['another redirect URI', { redirect_uri: `${callback}?x=1` }],
    ['a foreign redirect URI', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['an unknown client', { client_id: 'evil' }],
  ])('%s leads nowhere', async (_what, changes) => {
    const { headers } = await signedIn()
    const { answer } = await ask(changes, headers)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(answer.text).toContain('Chưa đăng nhập được')
  })

  test.each([
    ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s is refused', async (_what, changes, error) => {
    const { headers } = await signedIn()
    const { answer, location } = await ask(changes, headers)
    expect(`${location} ${answer.headers.get('x-oidc-error')}`).toContain(error)
    expect(location).not.toContain('code=')
  })

  test('a silent request says login_required to strangers and ended sessions, and sets no cookie', async () => {
    const silent = { prompt: 'none' }
    expect((await ask(silent)).location).toContain('error=login_required')
    const { headers, token } = await signedIn()
    expect((await ask(silent, headers)).location).toContain('code=')
    await post(paths.sign_out, {}, headers)
    const after = await ask(silent, headers)
    expect(after.location).toContain('error=login_required')
    expect(after.answer.headers.getSetCookie().join()).not.toContain('smember=')
    expect(token).toMatch(/^m_/)
  })

  test('the silent page cannot be framed where shop and member site are two sites', async () => {
    const { headers } = await signedIn()
    const { answer } = await ask({ prompt: 'none', response_mode: 'web_message' }, headers)
    expect(answer.text).not.toContain('authorization_response')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  test('sign-out of the shop asks once, ends the session and leads back to the shop', async () => {
    const { headers, token } = await signedIn()
    const answer = await redeem(await ask({}, headers))
    const { id_token } = (await answer.json()) as { id_token: string }
    const query = new URLSearchParams({
      id_token_hint: id_token,
      post_logout_redirect_uri: `${shop_url}/`,
    })
    const shown = await get(`${oidc_paths.end_session}?${query}`, headers)
    expect(shown.text).toContain('Bạn muốn đăng xuất')
    expect((await get('/', headers)).status).toBe(200)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''
    const action = /action="([^"]+)"/.exec(shown.text)?.[1] ?? ''
    const { pathname } = new URL(action, member_url)
    const forged = await post(pathname, { xsrf: 'x', logout: 'yes' }, headers)
    expect(forged.status).toBe(400)
    const done = await post(pathname, { xsrf, logout: 'yes' }, headers)
    expect(done.headers.get('location')).toBe(`${shop_url}/`)
    expect((await get('/', { cookie: `smember=${token}` })).status).toBe(303)
  })

  test('other hosts get no member page, and the member host no shop page', async () => {
    expect((await door.call('GET', paths.sign_in)).text).not.toContain('Smember</title>')
    expect((await get('/cart')).status).toBe(404)
  })
})
