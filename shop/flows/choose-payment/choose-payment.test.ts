import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { orderService } from '#shop/flows/order-service.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, refusalOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testProviders } from '#test/support/providers.ts'
import { products, freeStock } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/order/payment'
const minute = 60_000
const log = createLog({ service: 'test', level: 'silent' })

type Started = { order: Order; redirect_url: string }
const pay = (buyer: Buyer, json: unknown = { payment_method: 'cod' }) =>
  buyer.call('POST', path, json)
const change = (buyer: Buyer, json: unknown = { payment_method: 'cod' }) =>
  buyer.call('PUT', path, json)
const pass = (ms: number) => {
  checkout.now = new Date(checkout.now.getTime() + ms)
}
const expire = () => expireOrders({ db: checkout.own.db, log }, checkout.now)

/** A buyer with an order without a payment method. */
async function waiting(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  return { buyer, order: dataOf<Order>(await buyer.order({})) }
}
const stateOf = async (buyer: Buyer) =>
  dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order')).state

describe('an order without a payment method', () => {
  test('retains its reservations for fifteen minutes, then releases them', async () => {
    const { buyer, order } = await waiting()
    expect(order).toMatchObject({
      state: 'awaiting_payment',
      payment_method: null,
      expires_at: '2026-11-20T08:15:00.000Z',
    })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
    pass(15 * minute - 1)
    expect(await expire()).toBe(0)
    pass(1)
    expect(await expire()).toBe(1)
    expect(await expire()).toBe(0)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
    expect(await stateOf(buyer)).toBe('expired')
  })

  test('moves on once a method is chosen, by code or as the newest waiting order', async () => {
    const { buyer, order } = await waiting()
    const answer = dataOf<Started>(await pay(buyer))
    expect(answer.order).toMatchObject({
      code: order.code,
      state: 'pending',
      payment_method: 'cod',
      expires_at: null,
    })
    expect(answer.redirect_url).toBe(`/cart/success/cod?code=${order.code}`)
    expect(dataOf(await pay(buyer))).toEqual(answer)
    const named = { order_code: order.code.toLowerCase(), payment_method: 'cod' }
    expect(dataOf(await pay(buyer, named))).toEqual(answer)
    pass(60 * minute)
    await expire()
    expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
  })

  test('is closed from its deadline on, whether or not the job has run', async () => {
    const { buyer } = await waiting()
    pass(15 * minute)
    expect(refusalOf(await pay(buyer))).toBe('409 order_closed')
    await expire()
    expect(refusalOf(await pay(buyer))).toBe('409 order_closed')
    expect(refusalOf(await change(buyer))).toBe('409 order_closed')
  })

  test('of expiry and payment at the same moment one succeeds, and the stock matches', async () => {
    const rounds = Array.from({ length: 5 }, () => waiting())
    const orders = await Promise.all(rounds)
    const late = new Date(checkout.now.getTime() + 15 * minute)
    const ended = await Promise.all([
      ...orders.map(({ buyer }) => pay(buyer)),
      expireOrders({ db: checkout.own.db, log }, late),
    ])
    const paid = ended.filter((one) => typeof one !== 'number' && one.status === 200).length
    const states = await Promise.all(orders.map(({ buyer }) => stateOf(buyer)))
    expect(states.filter((state) => state === 'pending')).toHaveLength(paid)
    expect(states.filter((state) => state === 'expired')).toHaveLength(5 - paid)
    expect(ended.at(-1)).toBe(5 - paid)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5 - paid)
  })
})

describe('refusals of POST and PUT /v1/order/payment', () => {
  test('without an order: order_not_found', async () => {
    const buyer = await checkout.buyer()
    expect(refusalOf(await pay(buyer))).toBe('404 order_not_found')
    expect(refusalOf(await change(buyer))).toBe('404 order_not_found')
  })

  test('with a method that is not offered: payment_method_not_available', async () => {
    const { buyer } = await waiting()
    expect(refusalOf(await pay(buyer, { payment_method: 'bitcoin' }))).toBe(
      '409 payment_method_not_available',
    )
    expect(refusalOf(await pay(buyer, {}))).toBe('422 invalid_input')
  })

  test.each(['confirmed', 'shipping', 'delivered', 'cancelled'])(
    'of an order that is %s: order_closed',
    async (state) => {
      const { buyer, order } = await waiting()
      await sql`update sales_order set state = ${state}, expires_at = null
        where code = ${order.code}`.execute(checkout.own.db)
      expect(refusalOf(await pay(buyer))).toBe('409 order_closed')
      expect(refusalOf(await change(buyer))).toBe('409 order_closed')
    },
  )

  test('of a paid order: order_closed', async () => {
    const { buyer } = await waiting()
    dataOf(await pay(buyer))
    await sql`update payment set state = 'paid'`.execute(checkout.own.db)
    expect(refusalOf(await change(buyer))).toBe('409 order_closed')
  })
})

describe('with a gateway that is paid before delivery', () => {
  const online: Gateway = {
    code: 'test_bank',
    title: 'Ngân hàng thử',
    description: '',
    settles: 'before_delivery',
    isOffered: ({ amount }) => amount >= 1_000_000,
    page: ({ code }) => `https://bank.example/${code}`,
    start: null,
    settings: null,
    notices: null,
    query: null,
    refund: null,
  }

  async function atTheBank() {
    const { buyer, order } = await waiting()
    const { rows } = await sql<{ customer_id: number }>`
      select customer_id from sales_order where code = ${order.code}`.execute(checkout.own.db)
    const caller = {
      customer_id: rows[0]?.customer_id ?? 0,
      kind: 'guest' as const,
      token: buyer.token,
    }
    const { db } = checkout.own
    const now = () => checkout.now
    const providers = await testProviders({ db, now, gateways: [cashOnDelivery, online] })
    const service = orderService({ providers })
    const attempts = async () => {
      const result = await sql<{ attempt: string }>`
        select method || ' ' || p.state as attempt from payment p join sales_order o using (order_id)
        where o.code = ${order.code} order by payment_id`.execute(checkout.own.db)
      return result.rows.map((row) => row.attempt)
    }
    return { caller, service, attempts, buyer }
  }

  test('the order keeps waiting, and expires without money', async () => {
    const { caller, service, attempts, buyer } = await atTheBank()
    const started = await service.startPayment(caller, { payment_method: 'test_bank' })
    expect(started.redirect_url).toMatch(/^https:\/\/bank\.example\/DH/)
    expect(started.order).toMatchObject({ state: 'awaiting_payment', payment_method: 'test_bank' })
    pass(15 * minute)
    await expire()
    expect(await attempts()).toEqual(['test_bank failed'])
    expect(await stateOf(buyer)).toBe('expired')
  })

  test('changing back to cash on delivery replaces the attempt', async () => {
    const { caller, service, attempts } = await atTheBank()
    await service.startPayment(caller, { payment_method: 'test_bank' })
    const cod = await service.changePayment(caller, { payment_method: 'cod' })
    expect(cod.order.state).toBe('pending')
    expect(await attempts()).toEqual(['test_bank replaced', 'cod due_on_delivery'])
  })

  test('an order in progress never waits again, and POST does not change its method', async () => {
    const { caller, service, attempts } = await atTheBank()
    await service.startPayment(caller, { payment_method: 'cod' })
    await expect(
      service.startPayment(caller, { payment_method: 'test_bank' }),
    ).rejects.toMatchObject({ code: 'order_closed' })
    const changed = await service.changePayment(caller, { payment_method: 'test_bank' })
    expect(changed.order.state).toBe('pending')
    expect(await attempts()).toEqual(['cod replaced', 'test_bank started'])
  })

  test('an order placed with it waits from the start, and is refused if it is not offered', async () => {
    const { caller, service, buyer } = await atTheBank()
    await buyer.prepare(products.cable)
    const input = { payment_method: 'test_bank' }
    await expect(service.createOrder(caller, input)).rejects.toMatchObject({
      code: 'payment_method_not_available',
    })
    await buyer.prepare(products.phone)
    const order = await service.createOrder(caller, input)
    expect(order).toMatchObject({ state: 'awaiting_payment', payment_method: 'test_bank' })
    expect(order.expires_at).not.toBeNull()
  })
})
