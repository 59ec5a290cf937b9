import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalIssuer, openLocalIssuer } from '#test/members/local-issuer.ts'
import { newMember, newMemberSession, type TestMember } from '#test/members/member.ts'
import { buyerWith, type Cart, dataOf, newBuyer, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Answer, type Door, openDoor } from '#test/support/door.ts'
import { openSmallShop, products } from '#test/support/small-shop.ts'
import { readMemberToken } from '#storefront/runtime/sign-in/sign-in-endpoints.ts'
import { hostile_addresses } from '#test/threats/hostile-addresses.ts'

const member_url = 'http://smember.localhost:3000'
let own: TestDatabase
let door: Door
let issuer: LocalIssuer
let member: TestMember

beforeAll(async () => {
  own = await testDatabase()
  await openSmallShop(own.db)
  issuer = await openLocalIssuer(member_url, () => new Date())
  door = await openDoor(own, { callMemberSite: issuer.send, cache_pages: true })
  member = await newMember(own.db)
})
afterAll(async () => {
  await door.close()
  await own.close()
})

/** The cookies of one browser. */
type Jar = Map<string, string>
const cookieOf = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
const location = ({ headers }: Answer) => headers.get('location') ?? ''

async function send(jar: Jar, method: string, path: string, fields?: Record<string, string>) {
  const answer = await door.call(method, path, {
    headers: { cookie: cookieOf(jar), 'sec-fetch-site': 'same-origin' },
    ...(fields === undefined ? {} : { form: new URLSearchParams(fields) }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (line.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  return answer
}

/** Signs in from a page up to the return of the browser; `who` signs in at the member site. */
async function toReturn(jar: Jar, from: string, who = member.customer_id): Promise<string> {
  const begun = await send(jar, 'POST', '/auth/login', { action: 'login', return_to: from })
  expect(begun.status).toBe(303)
  const { code, state } = issuer.signIn(location(begun), who)
  return `/auth/callback?${String(new URLSearchParams({ code, state }))}`
}

/** The whole sign-in. Returns the address where it ends. */
async function signIn(jar: Jar, from: string, who = member.customer_id): Promise<string> {
  const passed = await send(jar, 'GET', await toReturn(jar, from, who))
  expect(new URL(location(passed), 'http://x').pathname).toBe(from.split('?')[0])
  return location(await send(jar, 'GET', location(passed)))
}

const session = async (jar: Jar) => {
  const answer = await send(jar, 'POST', '/session')
  return { status: answer.status, ...(answer.body as unknown as { name: string | null }) }
}
const quantity = async (jar: Jar) =>
  dataOf<Cart>(await door.call('GET', '/api/cart/v1/cart', { headers: { cookie: cookieOf(jar) } }))
    .item_quantity

describe('a sign-in', () => {
  test('goes from any page to the member site and back, with the guest cart', async () => {
    const guest = await newBuyer(door)
    await guest.add(products.cable, 2)
    const jar: Jar = new Map([['token', guest.token]])
    expect(await signIn(jar, '/tim-kiem?q=iphone')).toBe('/tim-kiem?q=iphone')
    expect([...jar.keys()].toSorted()).toEqual(['USER', 'login_key', 'member_token', 'redirectUri'])
    expect(await quantity(jar)).toBe(2)
    expect(await session(jar)).toMatchObject({ status: 200, name: 'Nguyễn Văn An' })
    await buyerWith(door, member.token).call('DELETE', '/api/cart/v1/cart/item', {
      item_id: products.cable,
    })
  })

  test('that began in the cart ends in the cart', async () => {
    expect(await signIn(new Map(), '/cart')).toBe('/cart')
  })

  test('sets HttpOnly cookies for as long as the contract says (§9)', async () => {
    const jar: Jar = new Map()
    const begun = await send(jar, 'POST', '/auth/login', { action: 'login', return_to: '/' })
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^login_key=[\w-]{43}; Path=\/; Max-Age=600; SameSite=Lax; HttpOnly$/),
      'redirectUri=%2F; Path=/; Max-Age=600; SameSite=Lax',
    ])
    const { code, state } = issuer.signIn(location(begun), member.customer_id)
    const lines = (await send(jar, 'GET', `/?code=${code}&state=${state}`)).headers.getSetCookie()
    expect(lines[0]).toMatch(
      /^member_token=m_[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/,
    )
    expect(lines[1]).toBe('token=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly')
    expect(lines.at(-1)).toMatch(/^USER=[^;]+; Path=\/; Max-Age=604800; SameSite=Lax; HttpOnly$/)
  })

  test('scripts get the address of the member site', async () => {
    const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
    const form = new URLSearchParams({ action: 'register', return_to: '/' })
    const answer = await door.call('POST', '/auth/login', { headers, form })
    const { url } = answer.body as unknown as { url: string }
    expect(new URL(url).searchParams.get('action')).toBe('register')
  })

  test('of a second browser tab after the first one leads to the page, still signed in', async () => {
    const jar: Jar = new Map()
    const back = await toReturn(jar, '/')
    const passed = location(await send(jar, 'GET', back))
    expect(location(await send(jar, 'GET', passed))).toBe('/')
    const token = jar.get('member_token')
    expect(location(await send(jar, 'GET', passed))).toBe('/')
    expect(jar.get('member_token')).toBe(token)
  })

  test('ends the session that this browser had before', async () => {
    const jar: Jar = new Map()
    await signIn(jar, '/')
    const former = jar.get('member_token') ?? ''
    await signIn(jar, '/')
    expect(jar.get('member_token')).not.toBe(former)
    const answer = await door.call('GET', '/api/loyalty/profile', { token: former })
    expect(refusalOf(answer)).toBe('401 unknow')
  })

  test('that was broken off says so, and leaves a guest', async () => {
    const jar: Jar = new Map()
    const begun = await send(jar, 'POST', '/auth/login', { action: 'login', return_to: '/cart' })
    const state = new URL(location(begun)).searchParams.get('state') ?? ''
    const passed = await send(jar, 'GET', `/auth/callback?error=access_denied&state=${state}`)
    const ended = location(await send(jar, 'GET', location(passed)))
    expect(ended).toBe('/auth/callback?tiep_tuc=%2Fcart&ly_do=chua-xong')
    const page = await send(jar, 'GET', ended)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Bạn chưa đăng nhập')
    expect(page.text).not.toContain('<header')
    expect(page.headers.getSetCookie()).toEqual([])
  })

  test('while the member site is down says so', async () => {
    issuer.wrongs.status = 503
    const other = await openDoor(own, { callMemberSite: issuer.send })
    const answer = await other.call('POST', '/auth/login', { form: new URLSearchParams() })
    delete issuer.wrongs.status
    await other.close()
    expect(location(answer)).toBe('/auth/callback?tiep_tuc=%2F&ly_do=ban')
  })
})

describe('the startup of a session (contract §4)', () => {
  test('step 2: with token and user the guest token goes', async () => {
    const jar: Jar = new Map()
    await signIn(jar, '/')
    jar.set('token', await door.guest())
    expect(await session(jar)).toMatchObject({ status: 200, name: 'Nguyễn Văn An' })
    expect(jar.has('token')).toBe(false)
  })

  test('step 3: with a token and no user, or an unreadable one, the profile is fetched', async () => {
    for (const user of [undefined, '%7B', '1', '%22x%22']) {
      const jar: Jar = new Map([['member_token', member.token]])
      if (user !== undefined) jar.set('USER', user)
      expect(await session(jar)).toMatchObject({ status: 200, name: 'Nguyễn Văn An' })
      expect(decodeURIComponent(jar.get('USER') ?? '')).toBe('{"name":"Nguyễn Văn An"}')
    }
  })

  test('step 3: if that fails, both tokens go and a guest token comes', async () => {
    const erased = await newMember(own.db, { phone: '+84987654321' })
    await own.db
      .updateTable('member')
      .set({ erased_at: new Date(), phone: `erased:${erased.customer_id}:` })
      .where('customer_id', '=', erased.customer_id)
      .execute()
    const jar: Jar = new Map([['member_token', erased.token]])
    expect(await session(jar)).toMatchObject({ name: null })
    expect([...jar.keys()]).toEqual(['token'])
  })

  test.each(['revoked', `m_${'A'.repeat(43)}`, 'rubbish'])(
    'a member token that is %s resets to a guest',
    async (kind) => {
      let token = kind
      if (kind === 'revoked') {
        token = await newMemberSession(own.db, member.customer_id)
        dataOf(await door.call('POST', '/api/sso/auth/sign-out', { token, json: {} }))
      }
      const jar: Jar = new Map([
        ['member_token', token],
        ['USER', '%7B%22name%22%3A%22x%22%7D'],
      ])
      expect(await session(jar)).toMatchObject({ name: null })
      expect([...jar.keys()]).toEqual(['token'])
    },
  )

  test('step 5: with neither, a guest token comes', async () => {
    const jar: Jar = new Map()
    expect(await session(jar)).toMatchObject({
      status: 201,
      name: null,
      auto_login_at: null,
      one_tap: true,
    })
    expect([...jar.keys()]).toEqual(['token'])
  })

  test('a member answer of the older reading is understood', () => {
    const now = new Date(1_000_000)
    expect(readMemberToken({ token: 'm', expiration_time: 1_600 }, now)).toEqual({
      ...{ token: 'm', expires_in: 600 },
    })
  })
})

describe('a session that has ended', () => {
  const lost: Jar = new Map([['member_token', `m_${'A'.repeat(43)}`]])

  test.each(['/cart', '/cart/payment-info', '/cart/payment'])(
    'sends a member who opens %s to sign in, and not to the empty cart of a guest',
    async (path) => {
      const answer = await send(new Map(lost), 'GET', path)
      const wanted = new URLSearchParams({ tiep_tuc: path, ly_do: 'het-phien' })
      expect(location(answer)).toBe(`/dang-nhap?${String(wanted)}`)
      expect(answer.headers.getSetCookie().join()).toContain('member_token=;')
      const page = await send(new Map(lost), 'GET', location(answer))
      expect(page.text).toContain('Phiên đăng nhập đã hết hạn')
    },
  )

  test('does the same with the form of a checkout', async () => {
    const answer = await send(new Map(lost), 'POST', '/cart/payment-info', { intent: 'save' })
    expect([answer.status, location(answer)].join()).toContain('/dang-nhap?tiep_tuc=')
  })

  test('does not stop somebody from adding to the cart', async () => {
    const jar = new Map(lost)
    const item = { intent: 'add', item_id: String(products.cable) }
    expect(location(await send(jar, 'POST', '/cart', item))).toBe('/cart')
    expect(await quantity(jar)).toBe(1)
  })
})

describe('a sign-out', () => {
  test('revokes the token on the server and obtains a new guest token', async () => {
    const jar: Jar = new Map()
    await signIn(jar, '/')
    const token = jar.get('member_token') ?? ''
    const answer = await send(jar, 'POST', '/auth/logout', { return_to: '/dien-thoai' })
    expect([answer.status, location(answer)]).toEqual([303, '/dien-thoai'])
    expect([...jar.keys()].filter((name) => /token|USER/.test(name))).toEqual(['token'])
    const replay = await door.call('GET', '/api/loyalty/profile', { token })
    expect(refusalOf(replay)).toBe('401 unknow')
    expect(await session(jar)).toMatchObject({ name: null })
    expect(await quantity(jar)).toBe(0)
  })

  test('of nobody changes nothing', async () => {
    for (const token of ['', 'x', await door.guest()]) {
      const answer = await send(new Map([['member_token', token]]), 'POST', '/auth/logout')
      expect(location(answer)).toBe('/')
    }
  })
})

describe('pages of other sites', () => {
  test.each(['/auth/login', '/auth/logout', '/auth/silent', '/session'])(
    'cannot post %s (T16)',
    async (path) => {
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'http://evil.example' },
        { origin: member_url },
        { origin: 'null' },
      ]
      for (const headers of foreign) {
        const cookie = `member_token=${member.token}`
        const answer = await door.call('POST', path, { headers: { ...headers, cookie } })
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
      }
      expect((await door.call('GET', '/api/loyalty/profile', { token: member.token })).status).toBe(
        200,
      )
    },
  )

  test('cannot sign a victim in with a code of their own (T8)', async () => {
    const attacker: Jar = new Map()
    const back = await toReturn(attacker, '/')
    const victim: Jar = new Map()
    for (const path of [back, back.replace('/auth/callback', '/')]) {
      const answer = await send(victim, 'GET', path)
      const next = await send(victim, 'GET', location(answer))
      expect(location(next) || location(answer)).toContain('chua-xong')
      expect(victim.has('member_token')).toBe(false)
    }
    // The attempt of the attacker is not used up by that, and belongs to their browser.
    expect(location(await send(attacker, 'GET', back.replace('/auth/callback', '/')))).toBe('/')
    expect(attacker.has('member_token')).toBe(true)
  })

  test('cannot choose the token of a victim (session fixation)', async () => {
    const jar: Jar = new Map([
      ['member_token', `m_${'A'.repeat(43)}`],
      ['token', `g_${'A'.repeat(43)}`],
    ])
    await signIn(jar, '/')
    expect(jar.get('member_token')).not.toContain('AAAA')
    expect(jar.has('token')).toBe(false)
  })
})

test('T9: none of 120 addresses leads off the shop', async () => {
  expect(hostile_addresses.length).toBeGreaterThanOrEqual(120)
  const off_site: string[] = []
  for (const wanted of hostile_addresses) {
    const jar: Jar = new Map()
    await send(jar, 'POST', '/auth/login', { return_to: wanted, action: 'login' })
    const stored = decodeURIComponent(jar.get('redirectUri') ?? '/')
    jar.set('redirectUri', encodeURIComponent(wanted))
    const state = `s_${'A'.repeat(43)}`
    const passed = location(await send(jar, 'GET', `/auth/callback?code=x&state=${state}`))
    const out = location(await send(jar, 'POST', '/auth/logout', { return_to: wanted }))
    const api = await door.call('POST', '/api/login-gate/redirect', {
      json: { redirect_uri: wanted, service: 'dienthoaivui', action: 'login' },
    })
    const is_refused = api.status === 422
    const is_own = [stored, passed, out].every(
      (text) => text.startsWith('/') && new URL(text, door.url).origin === door.url,
    )
    const is_answered =
      api.status === 200 &&
      new URL(wanted.replaceAll('\0', '\uFFFD'), 'http://localhost:3000').origin ===
        'http://localhost:3000'
    if (!is_own || !(is_refused || is_answered)) off_site.push(wanted)
  }
  expect(off_site).toEqual([])
})
