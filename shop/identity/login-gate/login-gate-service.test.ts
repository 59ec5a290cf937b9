import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { type LocalIssuer, openLocalIssuer } from '#test/members/local-issuer.ts'
import { newMember, type TestMember } from '#test/members/member.ts'
import { openSmallShop } from '#test/support/small-shop.ts'

const opening = new Date('2026-11-20T08:00:00Z')
const member_url = 'http://smember.localhost:3000'
let own: TestDatabase
let door: Door
let issuer: LocalIssuer
let member: TestMember
let now = opening

beforeAll(async () => {
  own = await testDatabase()
  await openSmallShop(own.db)
  issuer = await openLocalIssuer(member_url, () => now)
  door = await openDoor(own, { now: () => now, callMemberSite: issuer.send })
  member = await newMember(own.db, { now: opening, email: 'an@example.com' })
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(() => {
  now = opening
  delete issuer.wrongs.claims
  delete issuer.wrongs.status
  delete issuer.wrongs.is_forged
})

type Begun = { url: string; browser_key: string }
const service = 'dienthoaivui'
const redirect = (more: object = {}) =>
  door.call('POST', '/api/login-gate/redirect', {
    json: { redirect_uri: '/cart', service, action: 'login', ...more },
  })
const token = (json: object) =>
  door.call('POST', '/api/login-gate/token', {
    json: { service, grant_type: 'authorization_code', ...json },
  })
const profile = (bearer: string) => door.call('GET', '/api/loyalty/profile', { token: bearer })

/** A sign-in up to the code of the member site. */
async function signedIn() {
  const { url, browser_key } = dataOf<Begun>(await redirect())
  return { ...issuer.signIn(url, member.customer_id), browser_key }
}

describe('the login gate', () => {
  test('signs a member in, with PKCE S256, state and nonce', async () => {
    const { url } = dataOf<Begun>(await redirect())
    const asked = new URL(url)
    expect(asked.origin + asked.pathname).toBe(`${member_url}/auth`)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      ...{ client_id: service, response_type: 'code', code_challenge_method: 'S256' },
      redirect_uri: 'http://localhost:3000/auth/callback',
      state: expect.stringMatching(/^s_[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const answer = dataOf<{ access_token: string; expires_in: number }>(
      await token(await signedIn()),
    )
    expect(answer).toEqual({ access_token: expect.stringMatching(/^m_/), expires_in: 2_592_000 })
    expect(dataOf(await profile(answer.access_token))).toEqual({
      ...{ name: 'Nguyễn Văn An', phone: '0912345678', email: 'an@example.com' },
    })
  })

  test('a registration and a silent sign-in say so to the member site', async () => {
    const promptOf = async (more: object) =>
      new URL(dataOf<Begun>(await redirect(more)).url).searchParams.get('prompt')
    const registering = new URL(dataOf<Begun>(await redirect({ action: 'register' })).url)
    expect(registering.searchParams.get('action')).toBe('register')
    expect(await promptOf({ is_silent: true })).toBe('none')
    expect(await promptOf({})).toBeNull()
  })

  test('two tabs of one browser may sign in at the same time', async () => {
    const first = dataOf<Begun>(await redirect())
    const { browser_key } = first
    const second = dataOf<Begun>(await redirect({ browser_key }))
    for (const { url } of [second, first]) {
      const code = issuer.signIn(url, member.customer_id)
      expect((await token({ ...code, browser_key })).status).toBe(200)
    }
  })

  test('one code that is redeemed twenty times at once gives one token', async () => {
    const sent = await signedIn()
    const before = issuer.redeemed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => token(sent)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(issuer.redeemed()).toBe(before + 1)
  })

  test('stores nothing that signs anybody in', async () => {
    const sent = await signedIn()
    const { rows } = await sql<{
      text: string
    }>`select a::text as text from login_attempt a`.execute(own.db)
    const stored = rows.map(({ text }) => text).join()
    expect(stored).not.toContain(sent.state.slice(2))
    expect(stored).not.toContain(sent.browser_key)
  })

  test('a sign-out ends the session on the server', async () => {
    const { access_token } = dataOf<{ access_token: string }>(await token(await signedIn()))
    const signOut = () =>
      door.call('POST', '/api/sso/auth/sign-out', { token: access_token, json: {} })
    dataOf(await signOut())
    expect(refusalOf(await profile(access_token))).toBe('401 unknow')
    expect(refusalOf(await signOut())).toBe('401 unknow')
  })

  test('a member site that does not answer is no reason to be signed out', async () => {
    const sent = await signedIn()
    issuer.wrongs.status = 502
    expect(refusalOf(await token(sent))).toBe('503 member_site_not_reachable')
  })

  test('one-tap is refused without a credential of the issuer', async () => {
    const asked = { redirect_uri: '/', service, action: 'login', credential: 'x.y.z' }
    const answer = await door.call('POST', '/api/login-gate/one-tap-redirect', { json: asked })
    expect(refusalOf(answer)).toBe('409 credential_refused')
  })

  test('pages of the shop may not call it: tokens are not for scripts', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    for (const path of ['redirect', 'one-tap-redirect', 'token']) {
      const answer = await door.call('POST', `/api/login-gate/${path}`, { json: {}, headers })
      expect(refusalOf(answer)).toBe('403 use_session')
    }
  })
})

describe('a guest has no profile', () => {
  test.each([
    ['without a token', async () => '', '401 token_is_invalid'],
    ['with a guest token', async () => door.guest(), '403 members_only'],
  ])('%s', async (_case, tokenOf, refusal) => {
    expect(refusalOf(await profile(await tokenOf()))).toBe(refusal)
  })
})

/** T8: how others try to sign a victim in, or to use the code of a victim. */
const t8: [string, () => Promise<object>, string][] = [
  ['no state', async () => ({ ...(await signedIn()), state: '-' }), '409 login_not_valid'],
  [
    'a state that nobody began',
    async () => ({ ...(await signedIn()), state: `s_${'A'.repeat(43)}` }),
    '409 login_not_valid',
  ],
  [
    'no browser key',
    async () => ({ ...(await signedIn()), browser_key: '' }),
    '409 login_not_valid',
  ],
  [
    'state and code of another browser',
    async () => ({ ...(await signedIn()), browser_key: (await signedIn()).browser_key }),
    '409 login_not_valid',
  ],
  [
    'a state that was used',
    async () => {
      const sent = await signedIn()
      dataOf(await token(sent))
      return sent
    },
    '409 login_not_valid',
  ],
  [
    'a state of more than ten minutes ago',
    async () => {
      const sent = await signedIn()
      now = new Date(opening.getTime() + 600_001)
      return sent
    },
    '409 login_not_valid',
  ],
  [
    'a code for the challenge of another sign-in',
    async () => ({ ...(await signedIn()), code: (await signedIn()).code }),
    '409 login_code_refused',
  ],
  [
    'a code that nobody gave',
    async () => ({ ...(await signedIn()), code: 'x' }),
    '409 login_code_refused',
  ],
  ...(
    [
      ['another nonce', { nonce: 'x' }],
      ['another audience', { aud: 'somebody' }],
      ['another issuer', { iss: 'http://evil.example' }],
      ['an ID token that has expired', { exp: 1_000 }],
      ['a subject that is no member', { sub: '999999999' }],
      ['a subject that is no number', { sub: '1 or 1=1' }],
    ] as const
  ).map(([name, claims]): [string, () => Promise<object>, string] => [
    name,
    async () => {
      issuer.wrongs.claims = claims
      return signedIn()
    },
    '409 login_code_refused',
  ]),
  [
    'an ID token of another key',
    async () => {
      issuer.wrongs.is_forged = true
      return signedIn()
    },
    '409 login_code_refused',
  ],
]

test.each(t8)('T8: %s signs nobody in', async (_case, prepare, refusal) => {
  const sent = await prepare()
  const sessions = async () =>
    (await sql<{ n: number }>`select count(*) as n from session`.execute(own.db)).rows[0]?.n
  const before = await sessions()
  expect(refusalOf(await token(sent))).toBe(refusal)
  expect(await sessions()).toBe(before)
})
