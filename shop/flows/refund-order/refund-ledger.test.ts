import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { transaction } from '#platform/database/postgres.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { refundOrder } from '#shop/flows/refund-order/refund-order.ts'
import { sendRefunds } from '#shop/flows/refund-order/send-refunds.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { openFakeProvider, type FakeProvider, signed } from '#test/support/fake-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders } from '#test/support/staff.ts'

let provider: FakeProvider
const checkout = openCheckout({}, async () => {
  provider = await openFakeProvider()
  return [cashOnDelivery, provider.gateway]
})
const price = 30_990_000
const page = '/noi-bo/hoan-tien'

const pass = (seconds: number) => {
  checkout.now = new Date(checkout.now.getTime() + seconds * 1_000)
}
const providers = () => {
  const gateways = [cashOnDelivery, provider.gateway]
  return testProviders({ db: checkout.own.db, now: () => checkout.now, gateways })
}
const sent = () => provider.calls.filter(({ path }) => path === '/refund').map(({ body }) => body)
const send = async () => sendRefunds(await providers())

beforeEach(() => {
  provider.mood = 'well'
  provider.refund = 'done'
  provider.calls.length = 0
})
afterEach(async () => {
  await sql`with gone as (delete from refund)
    update sales_order set refunded_total = 0 where refunded_total > 0`.execute(checkout.own.db)
})
afterAll(() => provider.close())

interface Paid {
  buyer: Buyer
  order: Order
  order_id: number
}

async function paid(): Promise<Paid> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const fake = { payment_method: 'fake' }
  const order = dataOf<Order>(await buyer.order(fake))
  const begun = await buyer.call('POST', '/api/cart/v1/order/payment', fake)
  const reference = dataOf<{ redirect_url: string }>(begun).redirect_url.split('/').at(-1) ?? ''
  const message = { message_id: reference, reference, status: 'paid' as const, amount: price }
  const { body, signature } = signed({ ...message, provider_reference: `P${reference}` })
  const headers = { 'x-signature': signature }
  await fetch(`${checkout.door.url}/api/payment/notify/fake`, { method: 'POST', headers, body })
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sales_order where code = ${order.code}`.execute(checkout.own.db)
  return { buyer, order, order_id: rows[0]?.order_id ?? 0 }
}

const owe = (order_id: number, amount = price) =>
  transaction(checkout.own.db, async (tx) => {
    await lockOrderById(tx, order_id)
    return refundOrder(tx, order_id, amount, 'Đơn hàng đã hủy', checkout.now)
  })
const result = async ({ buyer, order }: Paid) =>
  dataOf<PaymentResult>(
    await buyer.call('GET', `/api/cart/v1/payment-gateway/fake/result?order_id_web=${order.code}`),
  )

describe('a refund that is due', () => {
  test('never exceeds the paid amount, however often it is requested', async () => {
    const about = await paid()
    expect(await owe(about.order_id, price - 1_000)).toBe(price - 1_000)
    expect(await owe(about.order_id)).toBe(1_000)
    expect(await owe(about.order_id)).toBe(0)
  })

  test('does not exist for an unpaid order', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const { code } = dataOf<Order>(await buyer.order())
    const { rows } = await sql<{ order_id: number }>`
      select order_id from sales_order where code = ${code}`.execute(checkout.own.db)
    expect(await owe(rows[0]?.order_id ?? 0)).toBe(0)
  })

  test('is sent once through the gateway that took the money, and is counted', async () => {
    const about = await paid()
    await owe(about.order_id)
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    // A random number, not one that begins again with a restored database.
    expect(sent()).toEqual([{ amount: price, number: expect.stringMatching(/^\d{15}$/) }])
    expect(await result(about)).toMatchObject({
      refunded: price,
      refunds: [{ state: 'done', amount: price, gateway: 'fake' }],
    })
  })

  test('is sent again under the same number while the provider cannot be reached', async () => {
    const about = await paid()
    await owe(about.order_id)
    provider.mood = 'resets'
    await send()
    expect((await result(about)).refunds).toMatchObject([{ state: 'due' }])
    await send()
    expect(sent()).toHaveLength(1)
    provider.mood = 'well'
    pass(120)
    await send()
    expect((await result(about)).refunds).toMatchObject([{ state: 'done' }])
    const numbers = new Set(sent().map(({ number }) => number))
    expect([sent().length, numbers.size]).toEqual([2, 1])
  })

  test('that the gateway works on is queried at growing intervals until it is done', async () => {
    const about = await paid()
    await owe(about.order_id)
    provider.refund = 'requested'
    await send()
    expect(await send()).toBe(0)
    for (const minutes of [12, 70, 270]) {
      pass(minutes * 60)
      expect(await send()).toBe(1)
      expect(await send()).toBe(0)
    }
    expect(await result(about)).toMatchObject({ refunded: 0, refunds: [{ state: 'requested' }] })
    provider.mood = 'resets'
    pass(86_400)
    await send()
    provider.mood = 'well'
    provider.refund = 'done'
    pass(2 * 86_400)
    await send()
    expect(await result(about)).toMatchObject({ refunded: price, refunds: [{ state: 'done' }] })
    expect(new Set(sent().map(({ number }) => number)).size).toBe(1)
  })

  test('that was refused stays due: no second refund is added', async () => {
    const about = await paid()
    await owe(about.order_id)
    provider.refund = 'failed'
    await send()
    expect(await owe(about.order_id)).toBe(0)
  })

  test('whose earlier send had no answer shows it to staff before they pay by hand', async () => {
    const about = await paid()
    await owe(about.order_id)
    provider.mood = 'resets'
    await send()
    provider.mood = 'well'
    provider.refund = 'failed'
    pass(120)
    await send()
    const { rows } = await sql<{ note: string }>`select note from refund`.execute(checkout.own.db)
    expect(rows[0]?.note).toContain('kiểm tra ở cổng thanh toán trước khi hoàn bằng tay')
  })

  test('is sent once, by however many processes', async () => {
    const all = [await paid(), await paid(), await paid()]
    for (const { order_id } of all) await owe(order_id)
    await Promise.all([send(), send(), send(), send()])
    expect(sent()).toHaveLength(3)
  })
})

describe('staff', () => {
  const look = async () => {
    const headers = await staffHeaders(checkout.door)
    return (await checkout.door.call('GET', page, { headers })).text
  }
  const press = async (fields: Record<string, string>) =>
    checkout.door.call('POST', page, {
      headers: { ...(await staffHeaders(checkout.door)), 'sec-fetch-site': 'same-origin' },
      form: new URLSearchParams(fields),
    })
  const number = async () => {
    const { rows } = await sql<{ refund_id: number }>`select refund_id from refund`.execute(
      checkout.own.db,
    )
    return String(rows[0]?.refund_id)
  }

  test('see what a provider refused, send it again or pay it out by hand', async () => {
    const about = await paid()
    await owe(about.order_id)
    provider.refund = 'failed'
    await send()
    const shown = await look()
    expect(shown).toContain('Cổng thanh toán từ chối')
    expect(shown).toContain(`Số yêu cầu hoàn: ${String(sent()[0]?.['number'])}`)
    const refund_id = await number()
    expect((await press({ refund_id, decision: 'again' })).status).toBe(303)
    await send()
    expect(sent()).toHaveLength(2)
    expect((await press({ refund_id, decision: 'done', note: 'FT123' })).status).toBe(303)
    expect((await press({ refund_id, decision: 'done' })).status).toBe(404)
    expect(await result(about)).toMatchObject({ refunded: price, refunds: [{ state: 'done' }] })
    expect(await look()).toContain('FT123')
  })

  test('cannot pay out what is being sent', async () => {
    const about = await paid()
    await owe(about.order_id)
    provider.mood = 'resets'
    await send()
    expect((await press({ refund_id: await number(), decision: 'done' })).status).toBe(404)
  })

  test('cannot pay out what the provider works on, until the shop does not ask it any more', async () => {
    await owe((await paid()).order_id)
    provider.refund = 'requested'
    await send()
    const pressed = { refund_id: await number(), decision: 'done' }
    expect((await press(pressed)).status).toBe(404)
    for (let query = 1; query <= 16; query++) {
      pass(2 * 86_400)
      await send()
    }
    expect((await press(pressed)).status).toBe(303)
  })

  test('are asked to sign in', async () => {
    expect((await checkout.door.call('GET', page)).status).toBe(303)
  })
})
