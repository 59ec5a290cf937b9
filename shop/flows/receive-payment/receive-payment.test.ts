import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { testProviders } from '#test/support/providers.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { openFakeProvider, type FakeProvider, signed } from '#test/support/fake-provider.ts'
import { products, freeStock } from '#test/support/small-shop.ts'
import { setStock } from '#test/support/shopping.ts'
import { staffHeaders } from '#test/support/staff.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

let provider: FakeProvider
const checkout = openCheckout({}, async () => {
  provider = await openFakeProvider()
  return [cashOnDelivery, provider.gateway]
})
const log = createLog({ service: 'test', level: 'silent' })
const price = 30_990_000

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: checkout.own.db, log }, checkout.now)

beforeEach(() => {
  provider.mood = 'well'
  provider.refund = 'done'
  provider.calls.length = 0
})
afterEach(async () => {
  pass(2 * 86_400)
  await expire()
})
afterAll(() => provider.close())

interface Paying {
  buyer: Buyer
  order: Order
  reference: string
}

async function paying(): Promise<Paying> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'fake' }))
  return { buyer, order, reference: await start(buyer) }
}

/** Starts an attempt; returns the reference that the provider got. */
async function start(buyer: Buyer): Promise<string> {
  const answer = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method: 'fake' })
  const { redirect_url } = dataOf<{ redirect_url: string }>(answer)
  return redirect_url.replace('https://fake.example/pay/', '')
}

let last_message = 0
interface NoticeInput {
  id?: string
  reference: string
  status?: 'paid' | 'failed' | 'pending'
  amount?: number
  is_held?: boolean
  key?: string
}

async function sendNotice({
  id,
  reference,
  status = 'paid',
  amount = price,
  is_held = false,
  key,
}: NoticeInput): Promise<string> {
  last_message += 1
  const message_id = id ?? `M${last_message}`
  const notice = { message_id, reference, status, amount, is_held, provider_reference: message_id }
  const { body, signature } = signed(notice, key)
  const response = await fetch(`${checkout.door.url}/api/payment/notify/fake`, {
    method: 'POST',
    headers: { 'x-signature': signature },
    body,
  })
  return response.text()
}

const result = async ({ buyer, order }: Paying) =>
  dataOf<PaymentResult>(
    await buyer.call('GET', `/api/cart/v1/payment-gateway/fake/result?order_id_web=${order.code}`),
  )
const count = async (table: 'payment_message' | 'payment_review' | 'refund') => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    checkout.own.db,
  )
  return rows[0]?.n ?? 0
}

describe('a message of a gateway', () => {
  test('pays the order once, even if sent fifty times at once', async () => {
    const about = await paying()
    expect(await result(about)).toMatchObject({ status: 'waiting', method: 'fake' })
    const { reference } = about
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sendNotice({ id: 'ONE', reference })),
    )
    expect(answers.toSorted()).toEqual([...Array<string>(49).fill('known'), 'taken'])
    expect(await result(about)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      received: price,
      refunds: [],
    })
  })

  test('that is forged stores nothing, five hundred times, and the genuine one still works', async () => {
    const about = await paying()
    const before = await count('payment_message')
    for (let number = 0; number < 500; number++) {
      const forged = { id: 'TRUE', reference: about.reference, key: 'somebody else' }
      expect(await sendNotice(forged)).toBe('forged')
    }
    expect(await count('payment_message')).toBe(before)
    expect(await sendNotice({ id: 'TRUE', reference: about.reference })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
  })

  test('of a failure ends its attempt; the next one has another reference, and either may be paid', async () => {
    const about = await paying()
    const { buyer, reference } = about
    expect(await sendNotice({ reference, status: 'failed' })).toBe('taken')
    expect(await result(about)).toMatchObject({
      status: 'failed',
      failure: 'Giao dịch bị từ chối.',
      order_state: 'awaiting_payment',
    })
    const second = await start(buyer)
    expect(second).not.toBe(reference)
    // The bank accepts the first attempt after all.
    expect(await sendNotice({ reference })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
    expect(await sendNotice({ reference: second, status: 'failed' })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
  })

  test('of a failure after the payment changes nothing', async () => {
    const about = await paying()
    const { reference } = about
    await sendNotice({ reference })
    expect(await sendNotice({ reference, status: 'failed' })).toBe('known')
    expect(await sendNotice({ reference, status: 'pending' })).toBe('pending')
    expect((await result(about)).status).toBe('paid')
  })

  test('with a lower amount goes under review and does not pay', async () => {
    const about = await paying()
    const { reference } = about
    expect(await sendNotice({ id: 'LESS', reference, amount: price - 1_000 })).toBe('wrong_amount')
    expect(await sendNotice({ id: 'LESS', reference, amount: price - 1_000 })).toBe('wrong_amount')
    expect(await result(about)).toMatchObject({
      status: 'review',
      reviews: [{ reason: 'under', amount: price - 1_000 }],
    })
    expect(await sendNotice({ reference })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
  })

  test('with a higher amount pays, and the excess is refunded automatically', async () => {
    const about = await paying()
    const { reference } = about
    expect(await sendNotice({ id: 'MORE', reference, amount: price + 1_000 })).toBe('taken')
    expect(await sendNotice({ id: 'MORE', reference, amount: price + 1_000 })).toBe('known')
    expect(await result(about)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      reviews: [{ reason: 'over', refund_amount: 1_000 }],
      refunds: [{ amount: 1_000, state: 'due', gateway: 'fake' }],
    })
  })

  test('with a lower amount: another attempt asks for the rest, and both are refunded by their own method', async () => {
    const about = await paying()
    const { buyer, reference, order } = about
    expect(await sendNotice({ reference, amount: 1_000_000 })).toBe('wrong_amount')
    const missing = price - 1_000_000
    expect(await result(about)).toMatchObject({ status: 'review', missing })
    const second = await start(buyer)
    expect(second).not.toBe(reference)
    expect(provider.attempts.get(second)?.amount ?? missing).toBe(missing)
    expect(await sendNotice({ reference: second, amount: missing })).toBe('taken')
    expect(await result(about)).toMatchObject({ status: 'paid', received: price, refunds: [] })
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    const { refunds } = await result(about)
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([1_000_000, missing])
  })

  test('about an unknown attempt is not found, and its money goes under review', async () => {
    const before = await count('payment_review')
    expect(await sendNotice({ reference: 'DH000000T1' })).toBe('not_found')
    expect(await sendNotice({ reference: 'DH000000T1', status: 'failed' })).toBe('not_found')
    expect(await count('payment_review')).toBe(before + 1)
  })
})

describe('money held by the provider', () => {
  const shownToStaff = async () => {
    const headers = await staffHeaders(checkout.door)
    return (await checkout.door.call('GET', '/noi-bo/doi-soat', { headers })).text
  }
  /** Days later the shopper's session is over, but the link still works. */
  const linked = async ({ code, secret }: Order) =>
    dataOf<PaymentResult>(
      await checkout.door.call(
        'GET',
        `/api/cart/v1/payment-gateway/fake/result?order_id_web=${code}&secret=${secret}`,
      ),
    )
  const openDeps = async () =>
    testProviders({ db: checkout.own.db, now: () => checkout.now, gateways: [provider.gateway] })

  test('is shown to shopper and staff with its start, and its attempt never ends by silence', async () => {
    const about = await paying()
    const { reference, order } = about
    const since = checkout.now.toISOString()
    expect(await sendNotice({ reference, status: 'pending', is_held: true })).toBe('pending')
    expect(await result(about)).toMatchObject({ status: 'held', held_since: since })
    pass(600)
    expect(await sendNotice({ id: 'HELD', reference, status: 'pending', is_held: true })).toBe(
      'pending',
    )
    expect(await result(about)).toMatchObject({ status: 'held', held_since: since })
    const text = await shownToStaff()
    expect(text).toContain('đang giữ để kiểm tra (1)')
    expect(text).toContain(order.code)
    expect(text).toContain('HELD')
    pass(600)
    expect(await expire()).toBe(1)
    expect(await result(about)).toMatchObject({ status: 'held', order_state: 'expired' })
    // This lasts for days, also while the provider cannot be reached.
    provider.attempts.set(reference, { status: 'pending', amount: price, is_held: true })
    for (const mood of ['well', 'busy', 'well'] as const) {
      provider.mood = mood
      pass(2 * 86_400)
      expect(await askSilent(await openDeps())).toBe(1)
      expect((await linked(order)).status).toBe('held')
    }
    provider.attempts.set(reference, { status: 'paid', amount: price })
    pass(86_400)
    await askSilent(await openDeps())
    expect(await linked(order)).toMatchObject({ status: 'paid', held_since: null })
    expect(await shownToStaff()).toContain('đang giữ để kiểm tra (0)')
  })

  test('and then refused: the attempt ends, and the order may be paid by another one', async () => {
    const about = await paying()
    const { reference } = about
    await sendNotice({ reference, status: 'pending', is_held: true })
    await sendNotice({ reference, status: 'failed' })
    expect(await result(about)).toMatchObject({ status: 'failed', held_since: null })
    expect(await shownToStaff()).toContain('đang giữ để kiểm tra (0)')
  })

  test('for an ended attempt is queried again', async () => {
    const about = await paying()
    const { reference } = about
    await sendNotice({ reference, status: 'failed' })
    await sendNotice({ reference, status: 'pending', is_held: true })
    provider.attempts.set(reference, { status: 'paid', amount: price })
    pass(200)
    expect(await askSilent(await openDeps())).toBe(1)
    expect((await result(about)).status).toBe('paid')
  })
})

describe('money that comes late', () => {
  test('reopens the order while its stock is available', async () => {
    const about = await paying()
    const left = await freeStock(checkout.own.db, products.phone)
    pass(16 * 60)
    await expire()
    expect(await freeStock(checkout.own.db, products.phone)).toBe(left + 1)
    expect(await sendNotice({ reference: about.reference })).toBe('taken')
    expect(await result(about)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(left)
  })

  test('for a cancelled order reopens it as well', async () => {
    const about = await paying()
    const { buyer, order, reference } = about
    const address = `/api/cart/v1/payment-gateway/fake/cancelPayment?order_id_web=${order.code}`
    expect(dataOf<PaymentResult>(await buyer.call('POST', address)).status).toBe('closed')
    expect(await sendNotice({ reference })).toBe('taken')
    expect(await result(about)).toMatchObject({ status: 'paid', order_state: 'pending' })
  })

  test('for an order whose goods are in another one now is refunded', async () => {
    const about = await paying()
    const { buyer, order, reference } = about
    const address = `/api/cart/v1/payment-gateway/fake/cancelPayment?order_id_web=${order.code}`
    dataOf(await buyer.call('POST', address))
    const { order: other } = await paying()
    await sql`update sales_order set joined_to = (select order_id from sales_order where code = ${other.code})
      where code = ${order.code}`.execute(checkout.own.db)
    expect(await sendNotice({ reference })).toBe('taken')
    expect(await result(about)).toMatchObject({
      ...{ status: 'refund_due', order_state: 'cancelled' },
      refunds: [{ amount: price, state: 'due', gateway: 'fake' }],
    })
  })

  test('is refunded automatically when the stock is gone, and staff see it', async () => {
    const about = await paying()
    pass(16 * 60)
    await expire()
    await setStock(checkout.own.db, products.phone, 0)
    expect(await sendNotice({ reference: about.reference })).toBe('taken')
    expect(await result(about)).toMatchObject({
      status: 'refund_due',
      order_state: 'expired',
      reviews: [{ reason: 'late_no_stock', state: 'open' }],
      refunds: [{ amount: price, state: 'due', gateway: 'fake' }],
    })
  })
})

test('of two payments for an order the first counts, and the second is refunded', async () => {
  const about = await paying()
  const { buyer, reference } = about
  await sendNotice({ reference, status: 'failed' })
  const second = await start(buyer)
  await sendNotice({ reference })
  expect(await sendNotice({ reference: second })).toBe('taken')
  expect(await result(about)).toMatchObject({
    status: 'paid',
    received: 2 * price,
    reviews: [{ reason: 'double' }],
    refunds: [{ amount: price, state: 'due' }],
  })
})
