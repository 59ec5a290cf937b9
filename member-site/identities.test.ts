import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths, provider_paths } from '#member-site/addresses/paths.ts'
import { atMemberSite, cookiesOf as allCookiesOf } from '#test/members/at-member-site.ts'
import { knockAsHost } from '#test/members/knock-as-host.ts'
import { newMember } from '#test/members/member.ts'
import { openDoor } from '#test/support/door.ts'
import { live_env } from '#test/support/relay.ts'

type Provider = keyof typeof provider_paths
const an = { name: 'Nguyễn Minh An', email: 'minhan@example.com' }
const phone = '0912345678'

let now = new Date('2026-11-20T03:00:00Z')
const site = atMemberSite({}, () => now)
beforeEach(async () => {
  now = new Date('2026-11-20T03:00:00Z')
  await sql`truncate linked_identity, identity_attempt`.execute(site.db)
})

/** What an answer sets, beside the cookie that every browser gets (decision 209). */
const cookiesOf = (answer: Parameters<typeof allCookiesOf>[0]) =>
  allCookiesOf(answer)
    .split('; ')
    .filter((cookie) => !cookie.startsWith('smember-device='))
    .join('; ')
const location = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''
const pathOf = (url: string) => new URL(url, 'http://x').pathname + new URL(url, 'http://x').search
const jar = (...cookies: string[]) => ({ cookie: cookies.filter(Boolean).join('; ') })

/**
 * Presses the button and chooses an account. Returns where the provider sends the browser, and the browser's cookie.
 */
async function toProvider(provider: Provider, { whom = an, more = {}, cookie = '' } = {}) {
  const begun = await site.post(provider_paths[provider].begin, { next: '', ...more }, jar(cookie))
  expect(begun.status).toBe(303)
  const asked = new URL(location(begun))
  const hidden = Object.fromEntries(asked.searchParams)
  const chosen = await site.post(asked.pathname, { ...hidden, ...whom })
  return { back: pathOf(location(chosen)), browser: cookiesOf(begun) }
}

async function comeBack(provider: Provider, options?: Parameters<typeof toProvider>[1]) {
  const { back, browser } = await toProvider(provider, options)
  return { came: await site.get(back, jar(browser, options?.cookie ?? '')), browser, back }
}

/** Proves a phone for the identity that this browser has brought. */
async function provePhone(browser: string, typed = phone) {
  const sent = await site.post(paths.identity_phone, { phone: typed }, jar(browser))
  expect([sent.status, location(sent)]).toEqual([303, paths.identity_code])
  const code = await site.newestCode()
  return site.post(paths.identity_code, { code }, jar(browser, cookiesOf(sent)))
}

const told = async () => {
  const { rows } = await sql<{ facts: object; channel: string }>`
    select facts, channel from outbox where template = 'member_notice' order by channel`.execute(
    site.db,
  )
  return rows
}
const linked = async () => {
  const { rows } = await sql<{ text: string }>`
    select provider || ' ' || shown || ' ' || phone as text from linked_identity
    join member using (customer_id) order by 1`.execute(site.db)
  return rows.map(({ text }) => text)
}

describe.each(['google', 'zalo'] as const)('sign-in by %s', (provider) => {
  test('asks for a phone the first time, and signs in without one afterwards', async () => {
    const { came, browser } = await comeBack(provider)
    expect([came.status, location(came), cookiesOf(came)]).toEqual([303, paths.identity_phone, ''])
    const { text } = await site.get(paths.identity_phone, jar(browser))
    expect(text).toContain(provider === 'google' ? an.email : an.name)
    const done = await provePhone(browser)
    expect([done.status, location(done)]).toEqual([303, paths.welcome])
    expect((await site.get(paths.account, jar(cookiesOf(done)))).text).toContain(an.name)
    expect(await linked()).toHaveLength(1)
    expect(await told()).toEqual([])
    const { came: again } = await comeBack(provider)
    expect([again.status, location(again)]).toEqual([303, '/'])
    expect(cookiesOf(again)).toMatch(/^smember=m_/)
    const { text: account } = await site.get(paths.account, jar(cookiesOf(again)))
    expect(account).toContain(phone)
    // Being signed in at the provider is no proof for changes.
    expect(account).toContain('Xác nhận là tôi')
  })

  test('signs in once: an answer again, twenty at once, of another browser or without one', async () => {
    await provePhone((await comeBack(provider)).browser)
    const { back, browser } = await toProvider(provider)
    const foreign = cookiesOf(await site.post(provider_paths[provider].begin, { next: '' }))
    for (const cookie of ['', foreign]) {
      const refused = await site.get(back, jar(cookie))
      expect([refused.status, cookiesOf(refused)]).toEqual([410, ''])
    }
    const all = await Promise.all(Array.from({ length: 20 }, () => site.get(back, jar(browser))))
    expect(all.filter((one) => cookiesOf(one).startsWith('smember='))).toHaveLength(1)
    expect((await site.get(back, jar(browser))).status).toBe(410)
  })

  test('refuses a foreign state, a wrong code, another code of the same person, and after ten minutes', async () => {
    const { back, browser } = await toProvider(provider)
    const other = await toProvider(provider, { cookie: browser })
    const changed = (part: 'code' | 'state', value: string) => {
      const url = new URL(back, 'http://x')
      url.searchParams.set(part, value)
      return url.pathname + url.search
    }
    const code = new URL(other.back, 'http://x').searchParams.get('code') ?? ''
    const unknown = await site.get(changed('state', `s_${'A'.repeat(43)}`), jar(browser))
    expect([unknown.status, cookiesOf(unknown)]).toEqual([410, ''])
    // The other code was made for another PKCE challenge.
    const swapped = await site.get(changed('code', code), jar(browser))
    expect([swapped.status, cookiesOf(swapped)]).toEqual([409, ''])
    now = new Date(now.getTime() + 10 * 60_000)
    expect((await site.get(other.back, jar(browser))).status).toBe(410)
  })

  test('somebody who says no there may sign in otherwise', async () => {
    const begun = await site.post(provider_paths[provider].begin, { next: '' })
    const asked = new URL(location(begun))
    const hidden = Object.fromEntries(asked.searchParams)
    const denied = await site.post(asked.pathname, { ...hidden, intent: 'deny' })
    const { status, text } = await site.get(pathOf(location(denied)), jar(cookiesOf(begun)))
    expect([status, text]).toEqual([200, expect.stringContaining('chưa đồng ý')])
  })
})

describe('a phone that has an account', () => {
  test('is linked by its code, at once where the account has nothing better, and told', async () => {
    await newMember(site.db, { phone: '+84912345678', name: 'Chị Lan', now })
    const { browser } = await comeBack('zalo')
    const done = await provePhone(browser)
    expect(location(done)).toBe('/')
    expect((await site.get('/', jar(cookiesOf(done)))).text).toContain('Chị Lan')
    expect(await told()).toEqual([
      { channel: 'sms', facts: { about: 'identity_linked', provider: 'Zalo', counts_from: null } },
    ])
    expect(location((await comeBack('zalo')).came)).toBe('/')
  })

  test('counts from tomorrow where a moved SIM could have brought the code, and can be unlinked before', async () => {
    const before = new Date(now.getTime() - 3 * 86_400_000)
    const member = await newMember(site.db, {
      ...{ phone: '+84912345678', email: 'lan@example.com', now: before },
    })
    await sql`update member set password_hash = 'x', password_set_at = ${before}`.execute(site.db)
    await provePhone((await comeBack('google')).browser)
    const counts_from = '2026-11-21T03:00:00.000Z'
    const facts = { about: 'identity_linked', provider: 'Google', counts_from }
    expect(await told()).toEqual([
      { channel: 'email', facts },
      { channel: 'sms', facts },
    ])
    const { came } = await comeBack('google')
    expect([came.status, came.text]).toEqual([409, expect.stringContaining('21/11/2026')])
    expect(cookiesOf(came)).toBe('')
    now = new Date('2026-11-21T03:00:00Z')
    expect(cookiesOf((await comeBack('google')).came)).toMatch(/^smember=m_/)
    const owner = jar(`smember=${member.token}`)
    const unconfirmed = await site.post(paths.identities, { identity_id: '1' }, owner)
    expect(location(unconfirmed)).toMatch(/^\/xac-nhan/)
    await sql`update session set confirmed_at = ${now}`.execute(site.db)
    const { text } = await site.get(paths.identities, owner)
    expect(text).toContain(an.email)
    const identity_id = /name="identity_id" value="(\d+)"/.exec(text)?.[1] ?? ''
    const stranger = await newMember(site.db, { phone: '+84987654321', now })
    await site.post(paths.identities, { identity_id }, jar(`smember=${stranger.token}`))
    expect(await linked()).toHaveLength(1)
    await site.post(paths.identities, { identity_id }, owner)
    expect(await linked()).toEqual([])
    expect(location((await comeBack('google')).came)).toBe(paths.identity_phone)
  })

  test.each(['a code has replaced its password', 'it has nothing but the phone'])(
    'of before counts from tomorrow also where %s',
    async (what) => {
      const before = new Date(now.getTime() - 3 * 86_400_000)
      await newMember(site.db, { phone: '+84912345678', now: before })
      if (what.includes('password')) {
        await sql`update member set password_hash = 'x', password_set_at = ${before}`.execute(
          site.db,
        )
        const sent = await site.post(paths.reset, { phone })
        const fields = { code: await site.newestCode(), password: 'một câu dài khó đoán' }
        await site.post(paths.reset_code, fields, jar(cookiesOf(sent)))
        await sql`truncate otp`.execute(site.db)
      }
      await provePhone((await comeBack('google')).browser)
      const { came } = await comeBack('google')
      expect([came.status, cookiesOf(came)]).toEqual([409, ''])
      now = new Date(now.getTime() + 86_400_000)
      expect(cookiesOf((await comeBack('google')).came)).toMatch(/^smember=m_/)
    },
  )

  test('reads like one that has none, until the code is right', async () => {
    await newMember(site.db, { phone: '+84912345678', now })
    const { browser } = await comeBack('google')
    const ask = async (typed: string) => {
      const sent = await site.post(paths.identity_phone, { phone: typed }, jar(browser))
      const shown = await site.get(paths.identity_code, jar(browser, cookiesOf(sent)))
      return [sent.status, location(sent), shown.text.replaceAll(typed, '')]
    }
    expect(await ask('0912345678')).toEqual(await ask('0387654321'))
    await sql`truncate otp`.execute(site.db)
    // A code that was asked for to sign in links nothing.
    const sent = await site.post(paths.sign_in, { phone, next: '' })
    const code = await site.newestCode()
    const foreign = await site.post(paths.identity_code, { code }, jar(browser, cookiesOf(sent)))
    expect([foreign.status, await linked()]).toEqual([410, []])
  })

  test('twenty at once with the right code make one link and one session', async () => {
    const { browser } = await comeBack('google')
    const sent = await site.post(paths.identity_phone, { phone }, jar(browser))
    const code = await site.newestCode()
    const cookies = jar(browser, cookiesOf(sent))
    const all = await Promise.all(
      Array.from({ length: 20 }, () => site.post(paths.identity_code, { code }, cookies)),
    )
    expect(all.filter((one) => cookiesOf(one).includes('smember=m_'))).toHaveLength(1)
    expect(await linked()).toHaveLength(1)
  })
})

describe('a member links an account', () => {
  test('with a fresh proof only, in the session that began it, and none of another member', async () => {
    const member = await newMember(site.db, { phone: '+84912345678', now })
    const own = `smember=${member.token}`
    await sql`update session set confirmed_at = null`.execute(site.db)
    const early = await site.post(provider_paths.zalo.begin, { next: '', intent: 'link' }, jar(own))
    expect(location(early)).toMatch(/^\/xac-nhan/)
    await sql`update session set confirmed_at = ${now}`.execute(site.db)
    const stranger = await newMember(site.db, { phone: '+84987654321', now })
    const more = { intent: 'link' }
    // A stranger's answer in the browser of a victim, with the victim's session.
    const theirs = await toProvider('zalo', { more, cookie: `smember=${stranger.token}` })
    expect((await site.get(theirs.back, jar(theirs.browser, own))).status).toBe(410)
    const { came } = await comeBack('zalo', { more, cookie: own })
    expect(location(came)).toBe(`${paths.identities}?xong=linked`)
    expect(await linked()).toEqual([`zalo ${an.name} +84912345678`])
    const messages = await told()
    const again = await comeBack('zalo', { more, cookie: own })
    expect(location(again.came)).toBe(`${paths.identities}?xong=linked`)
    expect([(await linked()).length, await told()]).toEqual([1, messages])
    const taken = await comeBack('zalo', { more, cookie: `smember=${stranger.token}` })
    expect([taken.came.status, taken.came.text]).toEqual([
      409,
      expect.stringContaining('tài khoản Smember khác'),
    ])
  })

  test('an erasure ends it', async () => {
    await provePhone((await comeBack('google')).browser)
    await comeBack('google')
    const { eraseMember } = await import('#shop/identity/member-erasure-store.ts')
    await site.db.transaction().execute((tx) => eraseMember(tx, '+84912345678', now))
    const { rows } = await sql`select 1 from identity_attempt where subject is not null`.execute(
      site.db,
    )
    expect([await linked(), rows]).toEqual([[], []])
  })
})

test('a live shop without keys offers neither, and plays nobody', async () => {
  const door = await openDoor(site.own, {
    env: { ...live_env, PUBLIC_URL: 'https://shop.example' },
  })
  try {
    const ask = (method: string, path: string) =>
      knockAsHost(door.url + path, 'smember.shop.example', {
        ...{ method, headers: { 'sec-fetch-site': 'same-origin' } },
      })
    expect(await (await ask('GET', paths.sign_in)).text()).not.toContain('Google')
    const asked = [
      ask('POST', provider_paths.google.begin),
      ask('GET', '/demo-google/jwks'),
      ask('GET', '/demo-google/auth'),
      ask('GET', '/demo-google/one-tap'),
      ask('POST', '/demo-zalo/v4/access_token'),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404))
  } finally {
    await door.close()
  }
})

describe('many requests of one address', () => {
  const limited = atMemberSite({ RATE_LIMITS: '0.01', TRUST_PROXY: '127.0.0.1' })
  test('wait, others do not', async () => {
    const begin = (ip: string) =>
      limited.post(provider_paths.zalo.begin, { next: '' }, { 'x-forwarded-for': ip })
    const statuses = []
    for (let n = 0; n < 8; n += 1) statuses.push((await begin('113.160.0.9')).status)
    expect(statuses.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 303))
    const beyond = await begin('113.160.0.9')
    expect([beyond.status, beyond.text]).toEqual([429, expect.stringMatching(/thử lại sau/)])
    expect((await begin('113.160.0.10')).status).toBe(303)
  })
})
