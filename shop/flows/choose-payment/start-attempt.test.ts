import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { askBeforeExpiry, askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { type Mood, openPlayProvider, type PlayProvider } from '#test/support/play-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { goods, piecesLeft } from '#test/support/small-shop.ts'

let provider: PlayProvider
const counter = openCounter({}, async () => {
  provider = await openPlayProvider()
  return [cashOnDelivery, provider.gateway]
})
const log = createLog({ service: 'test', level: 'silent' })
const price = 30_990_000
const payment = '/api/cart/v1/order/payment'
const play = { payment_method: 'play' }

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: counter.own.db, log }, counter.now)
const gateways = () => [cashOnDelivery, provider.gateway]
const providers = () =>
  testProviders({ db: counter.own.db, now: () => counter.now, gateways: gateways() })
const pageOf = (buyer: Buyer, method: 'POST' | 'PUT' = 'POST') =>
  buyer.call(method, payment, play).then((answer) => dataOf<{ redirect_url: string }>(answer))
const referenceOf = (page: { redirect_url: string }) => page.redirect_url.split('/').at(-1) ?? ''
const result = async (buyer: Buyer) =>
  dataOf<PaymentResult>(await buyer.call('GET', '/api/cart/v1/payment-gateway/play/result'))
const created = () => provider.calls.filter(({ path }) => path === '/create')
const asked = () => provider.calls.filter(({ path }) => path === '/query')

beforeEach(() => {
  provider.mood = 'well'
  provider.calls.length = 0
  provider.tries.clear()
})
afterEach(async () => {
  // Long enough for a provider to be trusted again.
  pass(2 * 86_400)
  await expire()
  await sql`update payment set ask_at = null`.execute(counter.own.db)
})
afterAll(() => provider.close())

async function ordered(method: string): Promise<Buyer> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone)
  dataOf<Order>(await buyer.order({ payment_method: method }))
  return buyer
}

describe('beginning a try', () => {
  test('the provider hears our name for it, the amount, and who the edge saw', async () => {
    const buyer = await ordered('play')
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)'
    const json = { ...play, ip: '6.6.6.6', device: 'desktop' }
    const page = await counter.door.call('POST', payment, {
      token: buyer.token,
      json,
      headers: { 'user-agent': agent, 'x-forwarded-for': '6.6.6.6' },
    })
    const reference = referenceOf(dataOf<{ redirect_url: string }>(page))
    expect(reference).toMatch(/^DH\d{6}[0-9A-Z]{8}T1$/)
    expect(created().map(({ body }) => body)).toEqual([
      { reference, amount: price, ip: '127.0.0.1', device: 'mobile' },
    ])
  })

  test('asked again the same page is shown while it lives, also to two tabs at once', async () => {
    const buyer = await ordered('play')
    const [one, two] = await Promise.all([pageOf(buyer), pageOf(buyer)])
    pass(600)
    expect([two, await pageOf(buyer)].map(referenceOf)).toEqual([
      referenceOf(one),
      referenceOf(one),
    ])
    expect(created()).toHaveLength(1)
  })

  test('another way and back again is another try', async () => {
    const buyer = await ordered('play')
    const first = await pageOf(buyer)
    dataOf(await buyer.call('PUT', payment, { payment_method: 'cod' }))
    const second = await pageOf(buyer, 'PUT')
    expect(referenceOf(second)).toBe(referenceOf(first).replace(/T1$/, 'T2'))
  })

  test.each<Mood>(['resets', 'garbage', 'busy', 'redirects', 'endless'])(
    'a provider that %s costs neither the order nor its pieces',
    async (mood) => {
      const buyer = await ordered('play')
      const left = await piecesLeft(counter.own.db, goods.phone)
      provider.mood = mood
      const refused = await buyer.call('POST', payment, play)
      expect(refusalOf(refused)).toBe('503 payment_provider_away')
      expect(await result(buyer)).toMatchObject({
        status: 'failed',
        order_state: 'awaiting_payment',
        failure: 'Cổng thanh toán không trả lời.',
      })
      expect(await piecesLeft(counter.own.db, goods.phone)).toBe(left)
      provider.mood = 'well'
      expect(referenceOf(await pageOf(buyer))).toMatch(/T2$/)
    },
  )

  test('that fails for an order on its way leaves it to be paid at the door', async () => {
    const buyer = await ordered('cod')
    provider.mood = 'resets'
    expect(refusalOf(await buyer.call('PUT', payment, play))).toBe('503 payment_provider_away')
    const order = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(order).toMatchObject({ state: 'pending', payment_method: 'cod' })
    const { rows } = await sql<{ said: string }>`
      select method || ' ' || p.state as said from payment p join sales_order o using (order_id)
      where code = ${order.code} order by payment_id`.execute(counter.own.db)
    expect(rows.map(({ said }) => said)).toEqual([
      'cod replaced',
      'play failed',
      'cod due_on_delivery',
    ])
  })
})

describe('a silent try', () => {
  test('is asked about ever more seldom, and what is said moves the order', async () => {
    const buyer = await ordered('play')
    const reference = referenceOf(await pageOf(buyer))
    const parts = await providers()
    expect(await askSilent(parts)).toBe(0)
    pass(61)
    expect(await askSilent(parts)).toBe(1)
    expect(await askSilent(parts)).toBe(0)
    pass(150)
    expect(await askSilent(parts)).toBe(1)
    pass(150)
    expect(await askSilent(parts)).toBe(0)
    provider.tries.set(reference, { status: 'paid', amount: price })
    pass(250)
    expect(await askSilent(parts)).toBe(1)
    expect((await result(buyer)).status).toBe('paid')
    pass(86_400)
    expect(await askSilent(parts)).toBe(0)
    expect(asked()).toHaveLength(3)
  })

  test('is asked about before its order expires', async () => {
    const buyer = await ordered('play')
    const reference = referenceOf(await pageOf(buyer))
    provider.tries.set(reference, { status: 'paid', amount: price })
    pass(15 * 60)
    const parts = await providers()
    expect(await askBeforeExpiry(parts)).toBe(1)
    expect(await expire()).toBe(0)
    expect(await result(buyer)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await askBeforeExpiry(parts)).toBe(0)
  })

  test('of a provider that is away delays no expiry, and its money counts when it comes', async () => {
    const buyer = await ordered('play')
    const reference = referenceOf(await pageOf(buyer))
    provider.mood = 'busy'
    pass(15 * 60)
    const parts = await providers()
    await askBeforeExpiry(parts)
    expect(await expire()).toBe(1)
    provider.mood = 'well'
    provider.tries.set(reference, { status: 'paid', amount: price })
    pass(3_600)
    expect(await askSilent(parts)).toBe(1)
    expect(await result(buyer)).toMatchObject({ status: 'paid', order_state: 'pending' })
  })

  test('is given up after a day', async () => {
    const buyer = await ordered('cod')
    await pageOf(buyer, 'PUT')
    const parts = await providers()
    pass(86_400)
    expect(await askSilent(parts)).toBe(1)
    const order = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(order).toMatchObject({ state: 'pending', payment_method: 'cod' })
    pass(86_400)
    expect(await askSilent(parts)).toBe(0)
  })

  test('is asked about for the page that waits, every few seconds at most', async () => {
    const buyer = await ordered('play')
    const reference = referenceOf(await pageOf(buyer))
    for (let look = 0; look < 5; look++) await result(buyer)
    expect(asked()).toHaveLength(0)
    provider.tries.set(reference, { status: 'paid', amount: price })
    pass(5)
    expect((await result(buyer)).status).toBe('paid')
    for (let look = 0; look < 5; look++) await result(buyer)
    expect(asked()).toHaveLength(1)
  })

  test('is asked about before it is left for another way: paid, the order is not asked for more', async () => {
    const buyer = await ordered('play')
    const reference = referenceOf(await pageOf(buyer))
    provider.tries.set(reference, { status: 'paid', amount: price })
    const other = await buyer.call('PUT', payment, { payment_method: 'cod' })
    expect(refusalOf(other)).toBe('409 order_closed')
    expect(await result(buyer)).toMatchObject({ status: 'paid', method: 'play' })
  })

  test('is asked about before its order is given up: paid, it stays', async () => {
    const buyer = await ordered('play')
    const reference = referenceOf(await pageOf(buyer))
    provider.tries.set(reference, { status: 'paid', amount: price })
    const { order_code } = await result(buyer)
    const address = `/api/cart/v1/payment-gateway/play/cancelPayment?order_id_web=${order_code}`
    expect(dataOf(await buyer.call('POST', address))).toMatchObject({
      status: 'paid',
      order_state: 'pending',
    })
    expect(refusalOf(await buyer.call('POST', address))).toBe('409 order_closed')
  })
})

test('an order that was paid unknown to us is given up together with its money', async () => {
  const buyer = await ordered('play')
  const reference = referenceOf(await pageOf(buyer))
  provider.tries.set(reference, { status: 'paid', amount: price })
  const { order_code } = await result(buyer)
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
  expect(await result(buyer)).toMatchObject({
    status: 'refund_due',
    order_state: 'cancelled',
    refunds: [{ amount: price, state: 'due' }],
  })
})
