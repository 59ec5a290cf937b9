import { get } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import type { Contract } from '#pure/contract.ts'
import { home_address } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

// T16: writes from other sites with the shopper's cookie (docs/threats.md).

const checkout = openCheckout()

/** Every operation that writes, taken from the contracts, so that none is missing. */
const writes = Object.values(services).flatMap(({ prefix, contract }) =>
  Object.values(contract as Contract)
    .filter(({ method, access }) => method !== 'GET' && access !== 'public')
    .map(({ method, path }) => [method, prefix + path.replace(/\{\w+\}/g, 'cod')] as const),
)

/** Pages of the shop that accept forms, each with a valid form. */
const forms: [string, Record<string, string>][] = [
  ['/cart', { intent: 'remove', item_id: String(products.cable) }],
  ['/cart/payment-info', { intent: 'save', ...home_address, province_id: '30' }],
  ['/cart/payment', { intent: 'pay', payment_method: 'cod' }],
  ['/cart/province', { intent: 'confirm', province_id: '24' }],
  ['/_data/cart', { intent: 'remove', item_id: String(products.cable) }],
  ['/_data/cart/payment', { intent: 'pay', payment_method: 'cod' }],
  ['/session', {}],
  ['/province', { province_id: '24' }],
]

/** Headers by which a browser names the origin of a request; scripts cannot change them. */
const origins: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another port', { origin: 'http://localhost:9999', 'sec-fetch-site': 'same-site' }],
  ['a frame without origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['an old browser', { origin: 'https://evil.example' }],
  ['an old browser’s frame', { origin: 'null' }],
  ['our name as a prefix', { origin: 'http://localhost:3000.evil.example' }],
]

/** Returns everything that a shopper's writes can change. */
async function customerState(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(c order by c::text) from cart_item c) as cart,
      (select json_agg(q order by q.quote_id) from quote q) as quote,
      (select json_agg(i order by i::text) from quote_item i) as lines,
      (select json_agg(o order by o.order_id) from sales_order o) as orders,
      (select count(*) from customer) as customers,
      (select count(*) from session) as sessions`.execute(checkout.own.db)
  return rows[0]
}

test('the list has the writes of the contracts', () => {
  expect(writes.length).toBeGreaterThan(10)
})

test.each(origins)('from %s nothing is written', async (_name, from) => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const before = await customerState()
  const headers = { ...from, cookie: `token=${buyer.token}` }
  const fields = { item_id: String(products.cable), item_quantity: '9', payment_method: 'cod' }
  const whole = { ...fields, ...home_address, province_id: '24', order_id_web: 'x' }
  for (const [method, path] of writes) {
    const multipart = new FormData()
    for (const [name, value] of Object.entries(whole)) multipart.append(name, String(value))
    const asks = [
      { form: multipart },
      { form: new URLSearchParams(Object.entries(whole).map(([k, v]) => [k, String(v)])) },
      { json: whole },
    ]
    for (const ask of asks) {
      const { status, body } = await checkout.door.call(method, path, { ...ask, headers })
      expect([method, path, status, body?.error?.code]).toEqual([
        method,
        path,
        403,
        'foreign_origin',
      ])
    }
  }
  for (const [path, form] of forms) {
    const { status } = await checkout.door.call('POST', path, {
      form: new URLSearchParams(form),
      headers,
    })
    expect([path, status]).toEqual([path, 403])
  }
  expect(await customerState()).toEqual(before)
})

/** Forms of staff and of sandbox providers: they are no operations, so each is named here. */
const staff_and_sandbox_forms: [string, Record<string, string>][] = [
  ['/noi-bo/doi-soat', { payment_review_id: '1', decision: 'accepted' }],
  ['/noi-bo/hoan-tien', { refund_id: '1', decision: 'done' }],
  ['/noi-bo/cong-thanh-toan', { code: 'momo', intent: 'save', is_enabled: '' }],
  ['/noi-bo/hop-thu', { outbox_id: '1' }],
  ['/noi-bo/nhan-vien', { name: 'A', login_name: 'abc' }],
  ['/noi-bo/nhan-vien/1', { intent: 'lock' }],
  ['/noi-bo/tai-khoan', { intent: 'end', staff_session_id: '1' }],
  ['/noi-bo/dang-nhap', { login_name: 'lan', password: 'x' }],
  ['/noi-bo/ma-xac-thuc', { code: '1' }],
  ['/noi-bo/loi-moi', { token: 'x', password: 'y' }],
  ['/noi-bo/dang-xuat', {}],
  ['/noi-bo/vai-tro-demo', { role_code: 'director' }],
  ['/ngan-hang-thu', { qr: 'x', action: 'exact' }],
  ['/cong-thanh-toan-thu/momo', { reference: 'x', action: 'approve' }],
]

test.each(staff_and_sandbox_forms)(
  '%s refuses forms from other sites, also with a staff login',
  async (path, form) => {
    const staff = await staffHeaders(checkout.door)
    const post = (from: Record<string, string>) =>
      checkout.door.call('POST', path, {
        form: new URLSearchParams(form),
        headers: { ...from, ...staff },
      })
    for (const [name, from] of origins)
      expect([name, (await post(from)).status]).toEqual([name, 403])
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).not.toBe(403)
  },
)

test('JSON sent as plain text is refused, and no preflight is granted', async () => {
  const buyer = await checkout.buyer()
  const before = await customerState()
  for (const type of ['text/plain', 'text/plain; charset=utf-8', 'application/csp-report']) {
    const response = await fetch(`${checkout.door.url}/api/cart/v1/cart`, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': type },
      body: JSON.stringify({ item_id: products.cable }),
    })
    expect(response.status).toBe(415)
  }
  for (const [, path] of writes) {
    const { headers } = await checkout.door.call('OPTIONS', path, {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  expect(await customerState()).toEqual(before)
})

test('no answer allows another origin to read it', async () => {
  const buyer = await checkout.buyer()
  const headers = { origin: 'https://evil.example', cookie: `token=${buyer.token}` }
  for (const path of ['/api/cart/v1/cart', '/api/cart/v1/order', '/cart', '/_data/cart', '/']) {
    const answer = await checkout.door.call('GET', path, { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('another site starts no session by framing or fetching, but may link to the shop', async () => {
  const before = await customerState()
  const requestFrom = (path: string, mode: string, dest: string) =>
    statusOf(checkout.door.url + path, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
    })
  for (const path of ['/cart', '/_data/cart', '/cart/success/cod']) {
    expect(await requestFrom(path, 'no-cors', 'image')).toBe(403)
    expect(await requestFrom(path, 'cors', 'empty')).toBe(403)
    expect(await requestFrom(path, 'navigate', 'iframe')).toBe(403)
  }
  expect(await customerState()).toEqual(before)
  expect(await requestFrom('/cart', 'navigate', 'document')).toBe(200)
})

test('the same writes work from our own page or with a bearer token', async () => {
  const buyer = await checkout.buyer()
  const own = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const json = { item_id: products.cable }
  const add = (headers: Record<string, string>) =>
    checkout.door.call('POST', '/api/cart/v1/cart', { json, headers })
  expect((await add(own)).status).toBe(200)
  expect((await add({ authorization: `Bearer ${buyer.token}`, ...origins[0]?.[1] })).status).toBe(
    200,
  )
})

/** Uses node:http, because fetch sets its own sec-fetch-mode. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', reject)
  })
}
