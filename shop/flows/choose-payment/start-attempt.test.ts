import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { askBeforeExpiry, askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type Mood, openFakeProvider, type FakeProvider } from '#test/support/fake-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { products, freeStock } from '#test/support/small-shop.ts'

let provider: FakeProvider
const checkout = openCheckout({}, async () => {
  provider = await openFakeProvider()
  return [cashOnDelivery, provider.gateway]
})
const log = createLog({ service: 'test', level: 'silent' })
const price = 30_990_000
const payment = '/api/cart/v1/order/payment'
const fake = { payment_method: 'fake' }

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: checkout.own.db, log }, checkout.now)
const gateways = () => [cashOnDelivery, provider.gateway]
const providers = () =>
  testProviders({ db: checkout.own.db, now: () => checkout.now, gateways: gateways() })
const pageOf = (buyer: Buyer, method: 'POST' | 'PUT' = 'POST') =>
  buyer.call(method, payment, fake).then((answer) => dataOf<{ redirect_url: string }>(answer))
const referenceOf = (page: { redirect_url: string }) => page.redirect_url.split('/').at(-1) ?? ''
const result = async (buyer: Buyer) =>
  dataOf<PaymentResult>(await buyer.call('GET', '/api/cart/v1/payment-gateway/fake/result'))
const created = () => provider.calls.filter(({ path }) => path === '/create')
const queries = () => provider.calls.filter(({ path }) => path === '/query')

beforeEach(() => {
  provider.mood = 'well'
  provider.calls.length = 0
  provider.attempts.clear()
})
afterEach(async () => {
  // Long enough for calls to a failed provider to be allowed again.
  pass(2 * 86_400)
  await expire()
  await sql`update payment set ask_at = null`.execute(checkout.own.db)
})
afterAll(() => provider.close())

async function ordered(method: string): Promise<Buyer> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  dataOf<Order>(await buyer.order({ payment_method: method }))
  return buyer
}

describe('starting an attempt', () => {
  test('the provider gets our reference, the amount, and the payer’s address and device', async () => {
    const buyer = await ordered('fake')
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)'
    const json = { ...fake, ip: '6.6.6.6', device: 'desktop' }
    const page = await checkout.door.call('POST', payment, {
      token: buyer.token,
      json,
      headers: { 'user-agent': agent, 'x-forwarded-for': '6.6.6.6' },
    })
    const reference = referenceOf(dataOf<{ redirect_url: string }>(page))
    expect(reference).toMatch(/^DH\d{6}[0-9A-Z]{8}T[0-9A-F]{10}$/)
    expect(created().map(({ body }) => body)).toEqual([
      { reference, amount: price, ip: '127.0.0.1', device: 'mobile' },
    ])
  })

  test('a repeated request shows the same page while it is valid, also to two tabs at once', async () => {
    const buyer = await ordered('fake')
    const [one, two] = await Promise.all([pageOf(buyer), pageOf(buyer)])
    pass(600)
    expect([two, await pageOf(buyer)].map(referenceOf)).toEqual([
      referenceOf(one),
      referenceOf(one),
    ])
    expect(created()).toHaveLength(1)
  })

  test('another method and back again is another attempt', async () => {
    const buyer = await ordered('fake')
    const first = await pageOf(buyer)
    dataOf(await buyer.call('PUT', payment, { payment_method: 'cod' }))
    const second = await pageOf(buyer, 'PUT')
    expect(referenceOf(second).slice(0, 17)).toBe(referenceOf(first).slice(0, 17))
    expect(referenceOf(second)).not.toBe(referenceOf(first))
  })

  test.each<Mood>(['resets', 'garbage', 'busy', 'redirects', 'endless'])(
    'a provider that %s does not end the order or release its stock',
    async (mood) => {
      const buyer = await ordered('fake')
      const left = await freeStock(checkout.own.db, products.phone)
      provider.mood = mood
      const refused = await buyer.call('POST', payment, fake)
      expect(refusalOf(refused)).toBe('503 payment_provider_away')
      expect(await result(buyer)).toMatchObject({
        status: 'failed',
        order_state: 'awaiting_payment',
        failure: 'Cổng thanh toán không trả lời.',
      })
      expect(await freeStock(checkout.own.db, products.phone)).toBe(left)
      provider.mood = 'well'
      expect(referenceOf(await pageOf(buyer))).not.toBe(created()[0]?.body['reference'])
    },
  )

  test('that fails for an order in progress returns it to cash on delivery', async () => {
    const buyer = await ordered('cod')
    provider.mood = 'resets'
    expect(refusalOf(await buyer.call('PUT', payment, fake))).toBe('503 payment_provider_away')
    const order = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(order).toMatchObject({ state: 'pending', payment_method: 'cod' })
    const { rows } = await sql<{ attempt: string }>`
      select method || ' ' || p.state as attempt from payment p join sales_order o using (order_id)
      where code = ${order.code} order by payment_id`.execute(checkout.own.db)
    expect(rows.map(({ attempt }) => attempt)).toEqual([
      'cod replaced',
      'fake failed',
      'cod due_on_delivery',
    ])
  })
})

describe('a silent attempt', () => {
  test('is queried at growing intervals, and the answer moves the order', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    const deps = await providers()
    expect(await askSilent(deps)).toBe(0)
    pass(61)
    expect(await askSilent(deps)).toBe(1)
    expect(await askSilent(deps)).toBe(0)
    pass(150)
    expect(await askSilent(deps)).toBe(1)
    pass(150)
    expect(await askSilent(deps)).toBe(0)
    provider.attempts.set(reference, { status: 'paid', amount: price })
    pass(250)
    expect(await askSilent(deps)).toBe(1)
    expect((await result(buyer)).status).toBe('paid')
    pass(86_400)
    expect(await askSilent(deps)).toBe(0)
    expect(queries()).toHaveLength(3)
  })

  test('is not paid by an answer that reports more than was asked', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    provider.attempts.set(reference, { status: 'paid', amount: 38_147_000 })
    pass(61)
    expect(await askSilent(await providers())).toBe(1)
    expect(await result(buyer)).toMatchObject({ status: 'waiting', received: 0, refunds: [] })
  })

  test('is queried before its order expires', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    provider.attempts.set(reference, { status: 'paid', amount: price })
    pass(15 * 60)
    const deps = await providers()
    expect(await askBeforeExpiry(deps)).toBe(1)
    expect(await expire()).toBe(0)
    expect(await result(buyer)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await askBeforeExpiry(deps)).toBe(0)
  })

  test('of an unreachable provider delays no expiry, and its money counts when it arrives', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    provider.mood = 'busy'
    pass(15 * 60)
    const deps = await providers()
    await askBeforeExpiry(deps)
    expect(await expire()).toBe(1)
    provider.mood = 'well'
    provider.attempts.set(reference, { status: 'paid', amount: price })
    pass(3_600)
    expect(await askSilent(deps)).toBe(1)
    expect(await result(buyer)).toMatchObject({ status: 'paid', order_state: 'pending' })
  })

  test('is given up after a day', async () => {
    const buyer = await ordered('cod')
    await pageOf(buyer, 'PUT')
    const deps = await providers()
    pass(86_400)
    expect(await askSilent(deps)).toBe(1)
    const order = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(order).toMatchObject({ state: 'pending', payment_method: 'cod' })
    pass(86_400)
    expect(await askSilent(deps)).toBe(0)
  })

  test('is queried for the page that waits, every few seconds at most', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    for (let look = 0; look < 5; look++) await result(buyer)
    expect(queries()).toHaveLength(0)
    provider.attempts.set(reference, { status: 'paid', amount: price })
    pass(5)
    expect((await result(buyer)).status).toBe('paid')
    for (let look = 0; look < 5; look++) await result(buyer)
    expect(queries()).toHaveLength(1)
  })

  test('is queried before another method replaces it: if paid, no more money is requested', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    provider.attempts.set(reference, { status: 'paid', amount: price })
    const other = await buyer.call('PUT', payment, { payment_method: 'cod' })
    expect(refusalOf(other)).toBe('409 order_closed')
    expect(await result(buyer)).toMatchObject({ status: 'paid', method: 'fake' })
  })

  test('is queried before its order is cancelled: if paid, the order stays', async () => {
    const buyer = await ordered('fake')
    const reference = referenceOf(await pageOf(buyer))
    provider.attempts.set(reference, { status: 'paid', amount: price })
    const { order_code } = await result(buyer)
    const address = `/api/cart/v1/payment-gateway/fake/cancelPayment?order_id_web=${order_code}`
    expect(dataOf(await buyer.call('POST', address))).toMatchObject({
      status: 'paid',
      order_state: 'pending',
    })
    expect(refusalOf(await buyer.call('POST', address))).toBe('409 order_closed')
  })
})

test('a cancelled order that was paid without our knowledge is refunded', async () => {
  const buyer = await ordered('fake')
  const reference = referenceOf(await pageOf(buyer))
  provider.attempts.set(reference, { status: 'paid', amount: price })
  const { order_code } = await result(buyer)
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
  expect(await result(buyer)).toMatchObject({
    status: 'refund_due',
    order_state: 'cancelled',
    refunds: [{ amount: price, state: 'due' }],
  })
})
