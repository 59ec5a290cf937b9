import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type FakeProvider, openFakeProvider } from '#test/support/fake-provider.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { freeStock, products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

let fake: FakeProvider
let office: StaffServices
const checkout = openCheckout({ ...relay_env, LATE_MONEY_DAYS: '2' }, async () => {
  fake = await openFakeProvider('fake')
  return [bankTransfer, fake.gateway]
})
const providers = () =>
  testProviders({ db: checkout.own.db, now: () => checkout.now, gateways: [fake.gateway] })
beforeAll(async () => {
  office = staffOffice(await providers()).services
})
beforeEach(() => {
  fake.mood = 'well'
})
afterAll(() => fake.close())

const log = createLog({ service: 'test', level: 'silent' })
const day_ms = 86_400_000
const price = 30_990_000

interface Placed {
  buyer: Buyer
  order: Order
  /** The number of its attempt at the gateway; null: a transfer is awaited. */
  reference: string | null
}

/** Places an order and opens its page at the gateway, if it has one. */
async function placed(payment_method: 'fake' | 'bank_transfer'): Promise<Placed> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method }))
  return {
    buyer,
    order,
    reference: payment_method === 'fake' ? await openPage(buyer, order) : null,
  }
}

async function expired(payment_method: 'fake' | 'bank_transfer'): Promise<Placed> {
  const about = await placed(payment_method)
  later(15 * 60_000)
  await expireOrders({ db: checkout.own.db, log }, checkout.now)
  return about
}

async function openPage(buyer: Buyer, { code }: Order): Promise<string> {
  const choice = { order_code: code, payment_method: 'fake' }
  const answer = await buyer.call('PUT', '/api/cart/v1/order/payment', choice)
  return dataOf<{ redirect_url: string }>(answer).redirect_url.split('/').at(-1) ?? ''
}

function later(ms: number): void {
  checkout.now = new Date(checkout.now.getTime() + ms)
}

async function pay({ order: { code }, reference }: Placed, amount = price): Promise<unknown> {
  if (reference === null) {
    const raw = sepayBody({ amount, content: code.replace('-', '') })
    return postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  }
  const notice = { message_id: code, reference, status: 'paid', provider_reference: code } as const
  return notifyGateway(checkout.door, 'fake', { ...notice, amount })
}

async function result({ buyer, order: { code } }: Placed): Promise<PaymentResult> {
  const path = `/api/cart/v1/payment-gateway/fake/result?order_id_web=${code}`
  return dataOf<PaymentResult>(await buyer.call('GET', path))
}

async function notified({ order: { code } }: Placed): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select distinct template from outbox join sales_order using (order_id) where code = ${code}
      and template in ('order_paid', 'refund_due')`.execute(checkout.own.db)
  return rows.map(({ template }) => template)
}

const goes_back = (gateway: string, amount = price) => ({
  ...{ status: 'refund_due', order_state: 'expired' },
  reviews: [{ reason: 'too_late', state: 'open', amount }],
  refunds: [{ amount, state: 'due', gateway, reason: 'too_late' }],
})

describe.each(['fake', 'bank_transfer'] as const)('money by %s for an expired order', (way) => {
  test('reopens it in the last millisecond of the days that the shop gives', async () => {
    const about = await expired(way)
    later(2 * day_ms)
    await pay(about)
    expect(await result(about)).toMatchObject({ status: 'paid', order_state: 'pending' })
    expect(await notified(about)).toEqual(['order_paid'])
  })

  test('goes back a millisecond later, and the shopper is told', async () => {
    const about = await expired(way)
    const free = await freeStock(checkout.own.db, products.phone)
    later(2 * day_ms + 1)
    await pay(about)
    expect(await result(about)).toMatchObject(goes_back(way))
    expect(await notified(about)).toEqual(['refund_due'])
    expect(await freeStock(checkout.own.db, products.phone)).toBe(free)
    expect(await moneyErrors(checkout.own.db)).toEqual([])
  })

  test('goes back too if it is only a part of the total', async () => {
    const about = await expired(way)
    later(3 * day_ms)
    await pay(about, 1_000_000)
    expect(await result(about)).toMatchObject(goes_back(way, 1_000_000))
  })
})

test('the days count for a page of an order that its shopper cancelled', async () => {
  const about = await placed('fake')
  const { order, buyer } = about
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
  later(2 * day_ms + 1)
  await pay(about)
  expect(await result(about)).toMatchObject({ ...goes_back('fake'), order_state: 'cancelled' })
})

test('staff may still take the money for its order while it has not gone back', async () => {
  const about = await expired('bank_transfer')
  later(4 * day_ms)
  await pay(about)
  const actor = { ...test_staff, name: 'Lan' }
  const reviews = await office.reconciliation.reviews(actor, {})
  const { payment_review_id = 0 } = reviews.find((one) => one.order_code === about.order.code) ?? {}
  await office.reconciliation.settleReview(actor, { payment_review_id, decision: 'accepted' })
  const { status, refunds } = await result(about)
  expect({ status, refunds }).toEqual({ status: 'paid', refunds: [] })
})
