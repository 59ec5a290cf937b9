import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { test_staff } from '#test/support/staff.ts'
import { dataOf, refusalOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/order'

async function placed(): Promise<Order> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return dataOf<Order>(await buyer.order())
}

const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  checkout.door.call('GET', `${path}?${new URLSearchParams(query)}`, { headers })

describe('GET /v1/order?code=&secret=', () => {
  test('shows the order to the holder of its link, without a token', async () => {
    const order = await placed()
    expect(order.secret).toMatch(/^[0-9a-f]{40}$/)
    const answer = await ask({ code: order.code, secret: order.secret })
    expect(dataOf(answer)).toEqual(order)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(dataOf(await ask({ code: order.code.toLowerCase(), secret: order.secret }))).toEqual(
      order,
    )
  })

  test('an invalid token is ignored', async () => {
    const order = await placed()
    const stale: Record<string, string>[] = [
      { cookie: 'token=rubbish' },
      { authorization: 'Bearer rubbish' },
    ]
    for (const headers of stale) {
      const answer = await ask({ code: order.code, secret: order.secret }, headers)
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('a wrong secret, a foreign order and an absent order get the same 404', async () => {
    const [order, other] = [await placed(), await placed()]
    const tries: Record<string, string>[] = [
      { code: order.code, secret: other.secret },
      { code: order.code, secret: '' },
      { code: order.code, secret: '0'.repeat(40) },
      { code: order.code, secret: order.secret.slice(0, 39) },
      { code: order.code, secret: `${order.secret}0` },
      { code: order.code, secret: order.secret.toUpperCase() },
      { code: order.code, secret: "' or '1'='1" },
      { code: 'DH000000-00000000', secret: order.secret },
      { secret: order.secret },
    ]
    const answers = await Promise.all(tries.map((query) => ask(query)))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
    expect(refusalOf(answers[0] ?? (await ask({})))).toBe('404 order_not_found')
  })

  test('without a secret a token is required', async () => {
    const order = await placed()
    expect(refusalOf(await ask({ code: order.code }))).toBe('401 token_is_invalid')
    const stranger = await checkout.buyer()
    expect(refusalOf(await stranger.call('GET', `${path}?code=${order.code}`))).toBe(
      '404 order_not_found',
    )
  })

  test('gives access to that one order only', async () => {
    const order = await placed()
    const query = new URLSearchParams({ code: order.code, secret: order.secret })
    const json = { order_code: order.code, payment_method: 'cod' }
    for (const method of ['POST', 'PUT']) {
      const answer = await checkout.door.call(method, `${path}/payment?${query}`, { json })
      expect(answer.status).toBe(401)
    }
  })
})

test('orders placed before links existed get a secret each', async () => {
  await placed()
  await placed()
  const migration = await readFile('db/migrations/005-order-link.sql', 'utf8')
  await sql`alter table sales_order drop column secret`.execute(checkout.own.db)
  await sql.raw(migration).execute(checkout.own.db)
  const { rows } = await sql<{ secrets: number; orders: number }>`
    select count(distinct secret) as secrets, count(*) as orders from sales_order
  `.execute(checkout.own.db)
  expect(rows[0]?.orders).toBeGreaterThan(1)
  expect(rows[0]?.secrets).toBe(rows[0]?.orders)
})

describe('affClickId', () => {
  const stored = async (code: string) => {
    const { rows } = await sql<{ aff_click_id: string | null }>`
      select aff_click_id from sales_order where code = ${code}`.execute(checkout.own.db)
    return rows[0]?.aff_click_id
  }

  test.each([
    ['ats.67:Ab_c-1~2', 'ats.67:Ab_c-1~2'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), null],
    ['<script>alert(1)</script>', null],
    ['a\r\nSet-Cookie: x=1', null],
    ["1'; drop table sales_order; --", null],
    ['', null],
  ])('%j goes with the order as %j', async (affClickId, expected) => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ affClickId, payment_method: 'cod' }))
    expect(await stored(order.code)).toBe(expected)
  })

  test('is stored from a form too', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const form = new FormData()
    form.set('affClickId', 'form-1')
    form.set('payment_method', 'cod')
    const { token } = buyer
    const order = dataOf<Order>(await checkout.door.call('POST', path, { token, form }))
    expect(await stored(order.code)).toBe('form-1')
  })

  test('is posted by the button of the payment page', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const form = new URLSearchParams({
      intent: 'pay',
      payment_method: 'cod',
      affClickId: 'page-1',
    })
    const headers = { cookie: `token=${buyer.token}` }
    const answer = await checkout.door.call('POST', '/cart/payment', { form, headers })
    expect(answer.status).toBe(303)
    const code = new URL(answer.headers.get('location') ?? '', 'http://x').searchParams.get('code')
    expect(await stored(code ?? '')).toBe('page-1')
  })
})

describe('the page of an order', () => {
  const page = (url: string, cookie = '') => checkout.door.call('GET', url, { headers: { cookie } })

  test('opens by its link in another browser, read-only', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const { code, secret } = dataOf<Order>(await buyer.order())
    const own = await page(`/cart/success/cod?code=${code}`, `token=${buyer.token}`)
    expect(own.text).toContain(`/cart/success/cod?code=${code}&amp;key=${secret}`)
    const linked = await page(`/cart/success/cod?code=${code}&key=${secret}`)
    expect(linked.status).toBe(200)
    expect(linked.text).toContain(code)
    expect(linked.text).toContain('content="noindex, nofollow"')
    expect(linked.text).not.toContain('Lưu liên kết này')
    expect(linked.headers.get('cache-control')).toBe('private, no-store')
    expect(linked.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })

  test('redirects for another payment method in the address, with the secret', async () => {
    const { code, secret } = await placed()
    const answer = await page(`/cart/success/momo?code=${code}&key=${secret}`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`/cart/success/cod?code=${code}&key=${secret}`)
  })

  test.each(['', 'x', '0'.repeat(40), 'A'.repeat(40), '0'.repeat(4_000)])(
    'a key that is wrong (%#) is "not here"',
    async (key) => {
      const { code } = await placed()
      const answer = await page(`/cart/success/cod?code=${code}&key=${key}`)
      expect(answer.status).toBe(404)
      expect(answer.text).not.toContain('Trần Quang Khải')
      expect((await page(`/cart/success/cod?key=${key}`)).status).toBe(404)
    },
  )
})

test('the report of sources counts each order once: affiliate, advertisement, else its own way', async () => {
  const { db } = checkout.own
  await emptyTables(db, 'sales_order')
  const place = async (clicks: object) => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    return dataOf<Order>(await buyer.order({ payment_method: 'cod', ...clicks }))
  }
  await place({})
  await place({ affClickId: 'ats-1', gclid: 'Cj0KC' })
  await place({ gclid: 'Cj0KC_1.2-x' })
  await place({ gclid: '<script>' })
  const cancelled = await place({ gclid: 'Cj0KC' })
  await sql`update sales_order set state = 'cancelled' where code = ${cancelled.code}`.execute(db)
  const gateways = [cashOnDelivery]
  const office = staffOffice(
    await testProviders({ db, now: () => checkout.now, gateways }),
  ).services
  const counted = async (input: { month?: string; shop?: number }) =>
    (await office.orderSources.orderSources(test_staff, input)).rows.map(
      ({ source, orders, revenue }) => [source, orders, revenue],
    )
  const { rows: orders } = await sql<{ grand_total: number }>`
    select distinct grand_total from sales_order`.execute(db)
  const grand_total = orders[0]?.grand_total ?? 0
  expect(await counted({})).toEqual([
    ['ads', 1, grand_total],
    ['affiliate', 1, grand_total],
    ['direct', 2, 2 * grand_total],
  ])
  expect(await counted({ month: '2020-01' })).toEqual([])
  expect(await counted({ shop: 999 })).toEqual([])
  // The click id itself is nowhere in the order.
  const { rows } = await sql`select from sales_order o where o::text like '%Cj0KC%'`.execute(db)
  expect(rows).toEqual([])
})
