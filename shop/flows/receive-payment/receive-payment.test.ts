import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { askSilent } from '#shop/flows/receive-payment/ask-providers.ts'
import { testProviders } from '#test/support/providers.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { openPlayProvider, type PlayProvider, signed } from '#test/support/play-provider.ts'
import { goods, piecesLeft } from '#test/support/small-shop.ts'
import { setStock } from '#test/support/shopping.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'

let provider: PlayProvider
const counter = openCounter({ STAFF_TOKEN: 'mat-khau-nhan-vien' }, async () => {
  provider = await openPlayProvider()
  return [cashOnDelivery, provider.gateway]
})
const log = createLog({ service: 'test', level: 'silent' })
const price = 30_990_000

const pass = (seconds: number) => {
  counter.now = new Date(counter.now.getTime() + seconds * 1_000)
}
const expire = () => expireOrders({ db: counter.own.db, log }, counter.now)

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
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'play' }))
  return { buyer, order, reference: await start(buyer) }
}

/** Begins a try; the reference that the provider was told. */
async function start(buyer: Buyer): Promise<string> {
  const answer = await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method: 'play' })
  const { redirect_url } = dataOf<{ redirect_url: string }>(answer)
  return redirect_url.replace('https://play.example/pay/', '')
}

let last_message = 0
interface Told {
  id?: string
  reference: string
  status?: 'paid' | 'failed' | 'pending'
  amount?: number
  is_held?: boolean
  key?: string
}

async function tell({
  id,
  reference,
  status = 'paid',
  amount = price,
  is_held = false,
  key,
}: Told): Promise<string> {
  last_message += 1
  const message_id = id ?? `M${last_message}`
  const said = { message_id, reference, status, amount, is_held, provider_reference: message_id }
  const { body, signature } = signed(said, key)
  const response = await fetch(`${counter.door.url}/api/payment/notify/play`, {
    method: 'POST',
    headers: { 'x-signature': signature },
    body,
  })
  return response.text()
}

const result = async ({ buyer, order }: Paying) =>
  dataOf<PaymentResult>(
    await buyer.call('GET', `/api/cart/v1/payment-gateway/play/result?order_id_web=${order.code}`),
  )
const count = async (table: 'payment_message' | 'payment_review' | 'refund') => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    counter.own.db,
  )
  return rows[0]?.n ?? 0
}

describe('a message of a gateway', () => {
  test('pays the order, once however often it is told, fifty times at once', async () => {
    const about = await paying()
    expect(await result(about)).toMatchObject({ status: 'waiting', method: 'play' })
    const { reference } = about
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tell({ id: 'ONE', reference })),
    )
    expect(answers.toSorted()).toEqual([...Array<string>(49).fill('known'), 'taken'])
    expect(await result(about)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      received: price,
      refunds: [],
    })
  })

  test('that is forged leaves no trace, five hundred times, and the true one still works', async () => {
    const about = await paying()
    const before = await count('payment_message')
    for (let number = 0; number < 500; number++) {
      const forged = { id: 'TRUE', reference: about.reference, key: 'somebody else' }
      expect(await tell(forged)).toBe('forged')
    }
    expect(await count('payment_message')).toBe(before)
    expect(await tell({ id: 'TRUE', reference: about.reference })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
  })

  test('that says no ends its try; another begins under another name, and either may be paid', async () => {
    const about = await paying()
    const { buyer, reference } = about
    expect(await tell({ reference, status: 'failed' })).toBe('taken')
    expect(await result(about)).toMatchObject({
      status: 'failed',
      failure: 'Giao dịch bị từ chối.',
      order_state: 'awaiting_payment',
    })
    const second = await start(buyer)
    expect(second).not.toBe(reference)
    // The bank says yes to the first try after all.
    expect(await tell({ reference })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
    expect(await tell({ reference: second, status: 'failed' })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
  })

  test('of no after yes changes nothing', async () => {
    const about = await paying()
    const { reference } = about
    await tell({ reference })
    expect(await tell({ reference, status: 'failed' })).toBe('known')
    expect(await tell({ reference, status: 'pending' })).toBe('pending')
    expect((await result(about)).status).toBe('paid')
  })

  test('about another amount waits for staff and does not pay', async () => {
    const about = await paying()
    const { reference } = about
    expect(await tell({ id: 'LESS', reference, amount: price - 1_000 })).toBe('wrong_amount')
    expect(await tell({ id: 'LESS', reference, amount: price - 1_000 })).toBe('wrong_amount')
    expect(await result(about)).toMatchObject({
      status: 'review',
      reviews: [{ reason: 'under', amount: price - 1_000 }],
    })
    expect(await tell({ reference })).toBe('taken')
    expect((await result(about)).status).toBe('paid')
  })

  test('about more than was asked for pays, and what is too much goes back by itself', async () => {
    const about = await paying()
    const { reference } = about
    expect(await tell({ id: 'MORE', reference, amount: price + 1_000 })).toBe('taken')
    expect(await tell({ id: 'MORE', reference, amount: price + 1_000 })).toBe('known')
    expect(await result(about)).toMatchObject({
      status: 'paid',
      order_state: 'pending',
      reviews: [{ reason: 'over', refund_amount: 1_000 }],
      refunds: [{ amount: 1_000, state: 'due', gateway: 'play' }],
    })
  })

  test('about less: another try asks for the rest, and both go back by the way they came', async () => {
    const about = await paying()
    const { buyer, reference, order } = about
    expect(await tell({ reference, amount: 1_000_000 })).toBe('wrong_amount')
    const missing = price - 1_000_000
    expect(await result(about)).toMatchObject({ status: 'review', missing })
    const second = await start(buyer)
    expect(second).not.toBe(reference)
    expect(provider.tries.get(second)?.amount ?? missing).toBe(missing)
    expect(await tell({ reference: second, amount: missing })).toBe('taken')
    expect(await result(about)).toMatchObject({ status: 'paid', received: price, refunds: [] })
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
    const { refunds } = await result(about)
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([1_000_000, missing])
  })

  test('about a try nobody made is not found, and its money waits for staff', async () => {
    const before = await count('payment_review')
    expect(await tell({ reference: 'DH000000T1' })).toBe('not_found')
    expect(await tell({ reference: 'DH000000T1', status: 'failed' })).toBe('not_found')
    expect(await count('payment_review')).toBe(before + 1)
  })
})

describe('money that the provider holds back', () => {
  const staff = {
    authorization: `Basic ${Buffer.from('nv:mat-khau-nhan-vien').toString('base64')}`,
  }
  const shownToStaff = async () =>
    (await counter.door.call('GET', '/noi-bo/doi-soat', { headers: staff })).text
  /** Days later the shopper's session is over, the link is not. */
  const linked = async ({ code, secret }: Order) =>
    dataOf<PaymentResult>(
      await counter.door.call(
        'GET',
        `/api/cart/v1/payment-gateway/play/result?order_id_web=${code}&secret=${secret}`,
      ),
    )
  const parts = async () =>
    testProviders({ db: counter.own.db, now: () => counter.now, gateways: [provider.gateway] })

  test('is seen by shopper and staff, since when, and never given up', async () => {
    const about = await paying()
    const { reference, order } = about
    const since = counter.now.toISOString()
    expect(await tell({ reference, status: 'pending', is_held: true })).toBe('pending')
    expect(await result(about)).toMatchObject({ status: 'held', held_since: since })
    pass(600)
    expect(await tell({ id: 'HELD', reference, status: 'pending', is_held: true })).toBe('pending')
    expect(await result(about)).toMatchObject({ status: 'held', held_since: since })
    const text = await shownToStaff()
    expect(text).toContain('đang giữ để kiểm tra (1)')
    expect(text).toContain(order.code)
    expect(text).toContain('HELD')
    pass(600)
    expect(await expire()).toBe(1)
    expect(await result(about)).toMatchObject({ status: 'held', order_state: 'expired' })
    // For days, and also when the provider is away for a while.
    provider.tries.set(reference, { status: 'pending', amount: price, is_held: true })
    for (const mood of ['well', 'busy', 'well'] as const) {
      provider.mood = mood
      pass(2 * 86_400)
      expect(await askSilent(await parts())).toBe(1)
      expect((await linked(order)).status).toBe('held')
    }
    provider.tries.set(reference, { status: 'paid', amount: price })
    pass(86_400)
    await askSilent(await parts())
    expect(await linked(order)).toMatchObject({ status: 'paid', held_since: null })
    expect(await shownToStaff()).toContain('đang giữ để kiểm tra (0)')
  })

  test('and then refuses: the try ends, the order may be paid in another', async () => {
    const about = await paying()
    const { reference } = about
    await tell({ reference, status: 'pending', is_held: true })
    await tell({ reference, status: 'failed' })
    expect(await result(about)).toMatchObject({ status: 'failed', held_since: null })
    expect(await shownToStaff()).toContain('đang giữ để kiểm tra (0)')
  })

  test('though its try had ended is asked about again', async () => {
    const about = await paying()
    const { reference } = about
    await tell({ reference, status: 'failed' })
    await tell({ reference, status: 'pending', is_held: true })
    provider.tries.set(reference, { status: 'paid', amount: price })
    pass(200)
    expect(await askSilent(await parts())).toBe(1)
    expect((await result(about)).status).toBe('paid')
  })
})

describe('money that comes late', () => {
  test('reopens the order while its pieces can be had', async () => {
    const about = await paying()
    const left = await piecesLeft(counter.own.db, goods.phone)
    pass(16 * 60)
    await expire()
    expect(await piecesLeft(counter.own.db, goods.phone)).toBe(left + 1)
    expect(await tell({ reference: about.reference })).toBe('taken')
    expect(await result(about)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await piecesLeft(counter.own.db, goods.phone)).toBe(left)
  })

  test('for an order that was given up reopens it as well', async () => {
    const about = await paying()
    const { buyer, order, reference } = about
    const address = `/api/cart/v1/payment-gateway/play/cancelPayment?order_id_web=${order.code}`
    expect(dataOf<PaymentResult>(await buyer.call('POST', address)).status).toBe('closed')
    expect(await tell({ reference })).toBe('taken')
    expect(await result(about)).toMatchObject({ status: 'paid', order_state: 'pending' })
  })

  test('goes back when the pieces are gone, by itself and for all to see', async () => {
    const about = await paying()
    pass(16 * 60)
    await expire()
    await setStock(counter.own.db, goods.phone, 0)
    expect(await tell({ reference: about.reference })).toBe('taken')
    expect(await result(about)).toMatchObject({
      status: 'refund_due',
      order_state: 'expired',
      reviews: [{ reason: 'late_no_stock', state: 'open' }],
      refunds: [{ amount: price, state: 'due', gateway: 'play' }],
    })
  })
})

test('an order that is paid twice keeps the first money, and the second goes back', async () => {
  const about = await paying()
  const { buyer, reference } = about
  await tell({ reference, status: 'failed' })
  const second = await start(buyer)
  await tell({ reference })
  expect(await tell({ reference: second })).toBe('taken')
  expect(await result(about)).toMatchObject({
    status: 'paid',
    received: 2 * price,
    reviews: [{ reason: 'double' }],
    refunds: [{ amount: price, state: 'due' }],
  })
})
