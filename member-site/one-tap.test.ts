import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { demoTokens, demo_client } from '#member-site/demo-issuer/demo-issuer.ts'
import { secretHash } from '#shop/identity/login-gate/login-attempt.ts'
import { ownKey } from '#platform/files/own-key.ts'
import {
  atMemberSite,
  cookiesOf as allCookiesOf,
  member_url,
} from '#test/members/at-member-site.ts'
import { newMember } from '#test/members/member.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'

const start = new Date('2026-11-20T03:00:00Z')
const an = { name: 'Nguyễn Minh An', email: 'minhan@example.com' }
const issuer = `${member_url}/demo-google`
const sub = '110169484474386276334'
const service = 'dienthoaivui'

let now = start
const site = atMemberSite({}, () => now)
const tokens = demoTokens({
  ...{ key: ownKey({ secret_key: 'k'.repeat(40), data_dir: '/nowhere' }, 'demo-issuer') },
  ...{ shop_name: 'x', now: () => now },
})
beforeEach(async () => {
  now = start
  await sql`truncate linked_identity, identity_attempt, login_attempt`.execute(site.db)
})

/** What an answer sets, beside the cookie that every browser gets (decision 209). */
const cookiesOf = (answer: Parameters<typeof allCookiesOf>[0]) =>
  allCookiesOf(answer)
    .split('; ')
    .filter((cookie) => !cookie.startsWith('smember-device='))
    .join('; ')
const location = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
const jar = (...cookies: string[]) => ({ cookie: cookies.filter(Boolean).join('; ') })

/** A page of the shop asks for the prompt. */
async function begin(cookie = '') {
  const begun = await site.door.call('POST', '/auth/one-tap/bat-dau', {
    headers: { 'sec-fetch-site': 'same-origin', ...jar(cookie) },
  })
  expect(begun.status).toBe(200)
  const { frame_url } = JSON.parse(begun.text) as { frame_url: string }
  const nonce = new URL(frame_url).searchParams.get('nonce') ?? ''
  return { frame_url, nonce, key: cookiesOf(begun) }
}

/** Chooses an account in the prompt. */
async function credentialOf(frame_url: string): Promise<string> {
  const fields = { nonce: new URL(frame_url).searchParams.get('nonce') ?? '', ...an }
  const { text } = await site.post('/demo-google/one-tap', fields)
  return /data-credential="([^"]+)"/.exec(text)?.[1] ?? ''
}

async function send(credential: string, cookie: string, return_to = '/cart') {
  const form = new URLSearchParams({ credential, return_to })
  const headers = { 'sec-fetch-site': 'same-origin', ...jar(cookie) }
  const answer = await site.door.call('POST', '/auth/one-tap', { form, headers })
  return { url: (JSON.parse(answer.text) as { url: string }).url, back: cookiesOf(answer) }
}

/** From the ticket to the key of the browser at the member site, as two redirects do it. */
async function claim(url: string, shop_key: string, member = '') {
  const sent = await site.get(pathOf(url), jar(member))
  const browser = cookiesOf(sent) || member
  const asked = await site.door.call('GET', pathOf(location(sent)), { headers: jar(shop_key) })
  expect(asked.status).toBe(303)
  return { browser, to: location(asked) }
}

/** Gives the person of the prompt an account. */
async function linkAn() {
  const { customer_id } = await newMember(site.db, { phone: '+84912345678', name: 'An', now })
  const { subject } = await personOf()
  await sql`insert into linked_identity (customer_id, provider, subject, shown, created_at, counts_from)
    values (${customer_id}, 'google', ${subject}, ${an.email}, ${now}, ${now})`.execute(site.db)
}

async function personOf() {
  const { frame_url } = await begin()
  const read = await tokens.read(await credentialOf(frame_url), issuer, demo_client)
  return { subject: read?.sub ?? '' }
}

describe('a one-tap sign-in', () => {
  test('leads through the member site back to the page, signed in at both, without a password', async () => {
    await linkAn()
    const { frame_url, key } = await begin()
    const { url, back } = await send(await credentialOf(frame_url), key)
    expect(url).toMatch(/^http:\/\/smember\.localhost:3000\/dang-nhap\/mot-cham\?ve=[\w-]{43}$/)
    const { browser, to } = await claim(url, key)
    const entered = await site.get(pathOf(to), jar(browser))
    const session = cookiesOf(entered)
    expect([entered.status, session]).toEqual([303, expect.stringMatching(/^smember=m_/)])
    const coded = await site.get(location(entered), jar(session))
    const callback = await site.door.call('GET', pathOf(location(coded)), {
      headers: jar(key, back),
    })
    const done = await site.door.call('GET', location(callback), { headers: jar(key, back) })
    expect([done.status, location(done)]).toEqual([303, '/cart'])
    expect(cookiesOf(done)).toContain('member_token=m_')
    expect((await site.get('/', jar(session))).text).toContain('0912345678')
  })

  test('of somebody new asks for a phone', async () => {
    const { frame_url, key } = await begin()
    const { url } = await send(await credentialOf(frame_url), key)
    const { browser, to } = await claim(url, key)
    const entered = await site.get(pathOf(to), jar(browser))
    expect([location(entered), cookiesOf(entered)]).toEqual([paths.identity_phone, ''])
    expect((await site.get(paths.identity_phone, jar(browser))).text).toContain(an.email)
  })

  test('cannot be sent to somebody else: not the ticket, not the claim, not the way on', async () => {
    await linkAn()
    const attacker = await begin()
    const victim = await begin()
    const { url } = await send(await credentialOf(attacker.frame_url), attacker.key)
    // The victim opens the attacker's address.
    const caught = await claim(url, victim.key)
    expect(caught.to).toMatch(/^\/auth\/callback\?tiep_tuc=%2F&ly_do=chua-xong$/)
    expect((await claim(url, '')).to).toMatch(/chua-xong/)
    // The attacker claims it, and sends the way on.
    const own = await claim(url, attacker.key)
    for (const cookie of ['', caught.browser]) {
      const entered = await site.get(pathOf(own.to), jar(cookie))
      expect([entered.status, cookiesOf(entered)]).toEqual([410, ''])
    }
    expect((await claim(url, attacker.key, caught.browser)).to).toMatch(/chua-xong/)
    const entered = await site.get(pathOf(own.to), jar(own.browser))
    expect(cookiesOf(entered)).toMatch(/^smember=m_/)
    expect((await site.get(pathOf(own.to), jar(own.browser))).status).toBe(410)
  })

  test.each(['linked', 'new'])(
    'of somebody %s is nothing to a browser without a key, also if it was claimed for an empty one',
    async (who) => {
      if (who === 'linked') await linkAn()
      const attacker = await begin()
      const { url } = await send(await credentialOf(attacker.frame_url), attacker.key)
      const ticket = new URL(url).searchParams.get('ve') ?? ''
      const mark = secretHash('').toString('base64url')
      await site.door.call('GET', `/auth/one-tap/nhan?ve=${ticket}&ma=${mark}`, {
        headers: jar(attacker.key),
      })
      const entered = await site.get(`/dang-nhap/mot-cham/tiep?ve=${ticket}`)
      expect([entered.status, cookiesOf(entered)]).toEqual([410, ''])
      expect((await site.get(paths.identity_phone)).text).not.toContain(an.email)
    },
  )
})

describe('a credential', () => {
  const json = (credential: string, browser_key: string, more: object = {}) =>
    site.door.call('POST', '/api/login-gate/one-tap-redirect', {
      json: { redirect_uri: '/', service, action: 'login', credential, browser_key, ...more },
    })
  const app = async () => {
    const begun = dataOf<{ frame_url: string; browser_key: string }>(
      await site.door.call('POST', '/api/login-gate/one-tap-start', { json: { service } }),
    )
    const nonce = new URL(begun.frame_url).searchParams.get('nonce') ?? ''
    return { nonce, browser_key: begun.browser_key }
  }
  const right = (nonce: string) => ({ sub, ...an, email_verified: true, azp: demo_client, nonce })

  test('counts once: twenty at once, and again', async () => {
    const { nonce, browser_key } = await app()
    const credential = await tokens.sign(right(nonce), issuer, demo_client)
    const all = await Promise.all(Array.from({ length: 20 }, () => json(credential, browser_key)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(refusalOf(await json(credential, browser_key))).toBe('409 credential_refused')
    const other = await tokens.sign(right(nonce), issuer, demo_client)
    expect(refusalOf(await json(other, browser_key))).toBe('409 credential_refused')
  })

  test('is refused if it is foreign, forged, late, for another client, or of another browser', async () => {
    const { nonce, browser_key } = await app()
    const other = await app()
    const signed = (claims: object, from = issuer, to = demo_client) =>
      tokens.sign({ ...right(nonce), ...claims }, from, to)
    const foreign = demoTokens({ key: '11'.repeat(32), shop_name: 'x', now: () => now })
    const good = await signed({})
    const none = Buffer.from('{"alg":"none","kid":"demo"}').toString('base64url')
    const bad = [
      await signed({}, `${member_url}/demo-zalo`),
      await signed({}, issuer, 'another-client'),
      await signed({ azp: 'another-client' }),
      await signed({ nonce: undefined }),
      await signed({ nonce: `s_${'A'.repeat(43)}` }),
      await signed({ nonce: other.nonce }),
      await foreign.sign(right(nonce), issuer, demo_client),
      `${none}.${good.split('.')[1]}.`,
      'x',
    ]
    for (const credential of bad) {
      expect(refusalOf(await json(credential, browser_key))).toBe('409 credential_refused')
    }
    expect(refusalOf(await json(good, other.browser_key))).toBe('409 credential_refused')
    const keyless = await json(good, browser_key, { browser_key: undefined })
    expect(refusalOf(keyless)).toBe('409 credential_refused')
    expect((await json(good, browser_key, { redirect_uri: 'https://evil.example/' })).status).toBe(
      422,
    )
    now = new Date(start.getTime() + 311_000)
    expect(refusalOf(await json(good, browser_key))).toBe('409 credential_refused')
    now = start
    expect((await json(good, browser_key)).status).toBe(200)
  })

  test('an address that Google has not verified is not taken for one of the person', async () => {
    const { nonce, browser_key } = await app()
    const credential = await tokens.sign(
      { ...right(nonce), email_verified: false },
      ...([issuer, demo_client] as const),
    )
    expect((await json(credential, browser_key)).status).toBe(200)
    const { rows } = await sql<{ email: string | null; name: string }>`
      select email, name from identity_attempt where subject is not null`.execute(site.db)
    expect(rows).toEqual([{ email: null, name: an.name }])
  })

  test('nothing that signs anybody in is stored', async () => {
    const { nonce, browser_key } = await app()
    const credential = await tokens.sign(right(nonce), issuer, demo_client)
    const { url } = dataOf<{ url: string }>(await json(credential, browser_key))
    const { rows } = await sql<{ text: string }>`
      select a::text as text from identity_attempt a`.execute(site.db)
    const stored = rows.map(({ text }) => text).join()
    const ticket = new URL(url).searchParams.get('ve') ?? ''
    for (const secret of [nonce, browser_key, ticket]) expect(stored).not.toContain(secret)
  })
})

test('the prompt may be framed by the shop alone; no other page may', async () => {
  const { frame_url } = await begin()
  const { headers } = await site.get(pathOf(frame_url))
  expect(headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
  expect(headers.get('x-frame-options')).toBeNull()
  for (const path of [paths.sign_in, paths.identities]) {
    const other = await site.get(path)
    expect(other.headers.get('x-frame-options')).toBe('DENY')
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
  const foreign = await site.door.call('POST', '/auth/one-tap/bat-dau', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
})

describe('a shop with keys of Google', () => {
  const keys = {
    GOOGLE_CLIENT_ID: '1-x.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'GOCSPX-0123456789',
  }
  const live = atMemberSite(keys)
  test('loads its script on the page of the prompt alone, with a nonce', async () => {
    const begun = await live.door.call('POST', '/auth/one-tap/bat-dau', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const { frame_url } = JSON.parse(begun.text) as { frame_url: string }
    const prompt = await live.get(pathOf(frame_url))
    const policyOf = ({ headers }: { headers: Headers }) =>
      headers.get('content-security-policy') ?? ''
    const directives = policyOf(prompt).split('; ')
    for (const [name, source] of [
      ['script-src', 'https://accounts.google.com/gsi/client'],
      ['connect-src', 'https://accounts.google.com/gsi/'],
      ['frame-src', 'https://accounts.google.com/gsi/'],
    ]) {
      expect(directives.find((line) => line.startsWith(`${name} `))).toContain(source)
    }
    expect(policyOf(prompt)).toContain('frame-ancestors http://localhost:3000')
    const nonce = new URL(frame_url).searchParams.get('nonce') ?? ''
    expect(prompt.text).toContain(`data-nonce="${nonce}"`)
    expect(prompt.text).toContain(`data-client-id="${keys.GOOGLE_CLIENT_ID}"`)
    const sign_in = await live.get(paths.sign_in)
    expect(policyOf(sign_in)).not.toContain('gsi')
    // The form of the button is redirected there.
    expect(policyOf(sign_in)).toMatch(/form-action 'self'[^;]* https:\/\/accounts\.google\.com/)
    const shop = await live.door.call('GET', '/tracuu')
    expect(shop.headers.get('content-security-policy')).not.toContain('google')
    expect(shop.headers.get('content-security-policy')).toContain(`frame-src ${member_url}`)
  })
})
