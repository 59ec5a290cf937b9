import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let clock = new Date('2026-11-20T03:00:00Z')
const DAY_MS = 86_400_000

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { now: () => clock })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const page = (path: string, cookie = '') => door.call('GET', path, { headers: { cookie } })
const form = (fields: Record<string, string>) => new URLSearchParams(fields)
const tokenOf = (cookies: string[]) => /^token=([^;]+)/.exec(cookies.join('\n'))?.[1] ?? ''

async function sellableItem(): Promise<{ item_id: number; url_path: string }> {
  const { rows } = await door.services.catalog
    .home(null, { province_id: 30 })
    .then(({ rows: [row] }) => ({
      rows: row?.products.filter((product) => product.is_in_stock) ?? [],
    }))
  const { product_id, url_path } = rows[0] ?? { product_id: 0, url_path: '' }
  const { colors } = await door.services.catalog.product(null, { product_id, province_id: 30 })
  return { item_id: colors.find((color) => color.is_in_stock)?.item_id ?? 0, url_path }
}

describe('public pages', () => {
  test('are complete HTML, set no cookie, and may be cached until they change', async () => {
    const answer = await page('/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.text).toMatch(
      /^<!doctype html><html lang="vi"><head>.*<title>[^<]+<\/title>.*<\/head>/s,
    )
    expect(answer.text.indexOf('<title>')).toBeLessThan(answer.text.indexOf('<body>'))
  })

  test('depend on the province but not on the visitor', async () => {
    const { url_path } = await sellableItem()
    const token = await door.guest()
    const stranger = await page(`/${url_path}`)
    const known = await page(`/${url_path}`, `token=${token}`)
    expect(known.text).toBe(stranger.text)
    const elsewhere = await page(`/${url_path}`, 'province_id=24')
    expect(elsewhere.text).not.toBe(stranger.text)
  })

  test('an unknown root address shows the not-found screen with status 404', async () => {
    const answer = await page('/khong-co-gi-o-day')
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('<title>Trang không tồn tại</title>')
    expect(answer.text).toContain('Page not found: /khong-co-gi-o-day')
  })

  test.each([
    ['/kh%C3%B4ng-c%C3%B3-trang', '/không-có-trang'],
    ['/a%2Fb%20c', '/a%2Fb c'],
    ['/a%E2%80%AEc', '/a%E2%80%AEc'],
    ['/%3Cb%3E', '/&lt;b&gt;'],
  ])('the not-found screen shows %s as a person reads it', async (path, shown) => {
    const answer = await page(path)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain(`Page not found: ${shown}`)
  })

  test('the same page’s data is at /_data, and a missing page is an error there too', async () => {
    const { url_path } = await sellableItem()
    const data = await page(`/_data/${url_path}?_province=24`)
    expect(data.body).toMatchObject({ kind: 'page', answer: { page: 'product' } })
    const missing = await page('/_data/khong-co')
    expect(missing.status).toBe(404)
    expect(missing.body).toMatchObject({ kind: 'error', status: 404 })
  })

  test('headers allow only our own scripts', async () => {
    const { headers } = await page('/')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  test('bad cookies and odd addresses never break a page', async () => {
    for (const cookie of [
      'province_id=%E0%A4%A',
      'province_id=-1',
      'province_id=1e3',
      'token=%00;;=',
    ]) {
      expect((await page('/', cookie)).status).toBe(200)
    }
    for (const path of ['/%E0%A4%A', '/..%2f..%2fetc/passwd', '//evil.example', '/a'.repeat(700)]) {
      expect([301, 400, 404, 414]).toContain((await page(path)).status)
    }
  })
})

describe('session', () => {
  test('is obtained once and stored in a cookie that scripts cannot read', async () => {
    const first = await door.call('POST', '/session')
    expect(first.status).toBe(201)
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(/^token=g_[^;]+; Path=\/; Max-Age=604800; SameSite=Lax; HttpOnly$/)
    const again = await door.call('POST', '/session', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    })
    expect(again.status).toBe(200)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test.each([
    ['invalid', 'token=rubbish'],
    ['unknown', `token=g_${'A'.repeat(43)}`],
  ])('a token that is %s is replaced and the page is shown', async (_kind, cookie) => {
    const answer = await page('/cart', cookie)
    expect(answer.status).toBe(200)
    expect(tokenOf(answer.headers.getSetCookie())).toMatch(/^g_/)
  })

  test('an expired token is replaced and keeps its cart', async () => {
    const token = await door.guest()
    const { item_id } = await sellableItem()
    await door.call('POST', '/api/cart/v1/cart', { token, json: { item_id } })
    const before = clock
    clock = new Date(before.getTime() + 8 * DAY_MS)
    const answer = await page('/_data/cart', `token=${token}`)
    const fresh = tokenOf(answer.headers.getSetCookie())
    expect(fresh).not.toBe(token)
    expect(answer.body).toMatchObject({ answer: { data: { cart: { item_quantity: 1 } } } })
    const old = await door.call('GET', '/api/cart/v1/cart', { token })
    expect(old.status).toBe(401)
    clock = before
  })

  test('a form from another site is refused', async () => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      expect((await door.call('POST', '/session', { headers })).status).toBe(403)
      expect(
        (await door.call('POST', '/cart', { headers, form: form({ intent: 'add' }) })).status,
      ).toBe(403)
    }
  })

  test('a 401 of an API call removes the invalid token from the cookies', async () => {
    const answer = await door.call('GET', '/api/cart/v1/cart', {
      headers: { cookie: 'token=rubbish' },
    })
    expect(answer.status).toBe(401)
    expect(answer.body?.error?.code).toBe('token_is_invalid')
    const removed = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    expect(removed).toEqual(['token=', 'member_token=', 'USER='])
  })

  test('scripts of our own pages get no token', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await door.call('POST', '/api/sso/auth/guest-token', { json: {}, headers })
    expect(answer.status).toBe(403)
    expect(answer.body?.error?.code).toBe('use_session')
  })
})

describe('province', () => {
  test('is stored for 7 days and 7 hours and redirects to return_to', async () => {
    const fields = form({ province_id: '24', return_to: '/dien-thoai?page=2' })
    const answer = await door.call('POST', '/province', { form: fields })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/dien-thoai?page=2')
    expect(answer.headers.getSetCookie()[0]).toBe(
      'province_id=24; Path=/; Max-Age=630000; SameSite=Lax',
    )
  })

  test.each(['/.//evil.example', '/.\\\\evil', '/%2e%2e//evil', '/\\evil', '//evil.example/x'])(
    'never leads out of the shop: return_to=%j',
    async (return_to) => {
      const fields = form({ province_id: '24', return_to })
      const answer = await door.call('POST', '/province', { form: fields })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toMatch(/^\/[^/\\]*$/)
      for (const province_id of ['24', '9999']) {
        const query = new URLSearchParams({ province_id, return_to })
        const asked = await page(`/cart/province?${query}`)
        expect(asked.status).toBe(302)
        expect(asked.headers.get('location')).toMatch(/^\/[^/\\]*$/)
      }
      const chooser = await page(`/chon-tinh-thanh?${new URLSearchParams({ return_to })}`)
      expect(chooser.text).toMatch(/name="return_to" value="\/[^/\\]*"/)
    },
  )

  test('that does not exist is refused', async () => {
    expect(
      (await door.call('POST', '/province', { form: form({ province_id: '9999' }) })).status,
    ).toBe(422)
  })
})

describe('forms without JavaScript', () => {
  test('put an item into the cart of a shopper who has no token yet, and lead to the cart', async () => {
    const { item_id } = await sellableItem()
    const fields = form({
      intent: 'add',
      item_id: String(item_id),
      item_type: '1',
      item_quantity: '2',
    })
    const answer = await door.call('POST', '/cart', { form: fields })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/cart')
    const cart = await page('/_data/cart', `token=${tokenOf(answer.headers.getSetCookie())}`)
    expect(cart.body).toMatchObject({ answer: { data: { cart: { item_quantity: 2 } } } })
  })

  test('checkout pages send a shopper without an open checkout to the cart', async () => {
    for (const path of ['/cart/payment-info', '/cart/payment']) {
      const answer = await page(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/cart'])
    }
  })
})

describe('the API', () => {
  test('reports every invalid request with status and code', async () => {
    const token = await door.guest()
    const json = { 'content-type': 'application/json' }
    const send = (headers: Record<string, string>, body: string) =>
      fetch(`${door.url}/api/cart/v1/cart`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body,
      })
    const codeOf = async (response: Response) => {
      const { error } = (await response.json()) as { error: { code: string } }
      return [response.status, error.code]
    }
    expect(await codeOf(await send(json, '{"item_id":'))).toEqual([400, 'bad_request'])
    expect(await codeOf(await send({ 'content-type': 'text/plain' }, 'item_id=1'))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(await codeOf(await send(json, JSON.stringify({ note: 'x'.repeat(1_100_000) })))).toEqual(
      [413, 'payload_too_large'],
    )
    expect(await codeOf(await send(json, '{}'))).toEqual([422, 'invalid_input'])
    expect(await codeOf(await fetch(`${door.url}/api/nothing`))).toEqual([404, 'not_found'])
  })

  test('a write that is authenticated by a cookie must come from our own pages', async () => {
    const token = await door.guest()
    const { item_id } = await sellableItem()
    const ask = (headers: Record<string, string>) =>
      door.call('POST', '/api/cart/v1/cart', {
        json: { item_id },
        headers: { cookie: `token=${token}`, ...headers },
      })
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).body?.error?.code).toBe('foreign_origin')
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('GraphQL answers at the dashboard’s address', async () => {
    const query = '{ products(size: 1) { total data { general { product_id url_path } } } }'
    const answer = await door.call('POST', '/api/dashboard/graphql/query', { json: { query } })
    expect(answer.status).toBe(200)
    expect(answer.body?.data).toMatchObject({ products: { data: [{ general: {} }] } })
  })

  test('health, readiness, metrics, and both kinds of documentation answer', async () => {
    expect((await door.call('GET', '/healthz')).status).toBe(200)
    expect((await door.call('GET', '/readyz')).status).toBe(200)
    expect((await door.call('GET', '/metrics')).text).toContain(
      'http_request_duration_seconds_bucket',
    )
    const spec = await door.call('GET', '/api/openapi.json')
    expect(Object.keys((JSON.parse(spec.text) as { paths: object }).paths)).toContain(
      '/api/cart/v1/quote/address',
    )
    expect((await door.call('GET', '/api/docs')).text).toContain('POST /api/cart/v1/order')
  })
})
