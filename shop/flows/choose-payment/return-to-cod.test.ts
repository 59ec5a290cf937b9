import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { returnToCod } from '#shop/flows/choose-payment/return-to-cod.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { openFakeProvider, type FakeProvider } from '#test/support/fake-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products, freeStock, restock } from '#test/support/small-shop.ts'

let fake: FakeProvider
const checkout = openCheckout(relay_env, async () => {
  fake = await openFakeProvider()
  return [cashOnDelivery, bankTransfer, fake.gateway]
})
const minute = 60_000
const price = 30_990_000
beforeEach(() => restock(checkout.own.db))
afterAll(() => fake.close())

const pass = (ms: number) => {
  checkout.now = new Date(checkout.now.getTime() + ms)
}
const runJob = async () => {
  const gateways = [cashOnDelivery, bankTransfer, fake.gateway]
  const { db } = checkout.own
  return returnToCod(await testProviders({ db, now: () => checkout.now, gateways }))
}
const shown = async (buyer: Buyer) => dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
const countNotified = async (order: Order) => {
  const { rows } = await sql<{ template: string }>`
    select distinct template from outbox join sales_order using (order_id)
    where code = ${order.code} and template = 'order_cod'`.execute(checkout.own.db)
  return rows.length
}
const transfer = async (order: Order, amount: number) => {
  const raw = sepayBody({ amount, content: order.code.replace('-', '') })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}

/** An order with cash on delivery that was changed to another method. */
async function switched(payment_method: string): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method }))
  return { buyer, order }
}

test('a cash order changed to a transfer waits as long as any unpaid order, then returns to cash', async () => {
  const { buyer, order } = await switched('bank_transfer')
  pass(15 * minute - 1)
  expect([await runJob(), (await shown(buyer)).payment_method]).toEqual([0, 'bank_transfer'])
  pass(1)
  expect(await runJob()).toBe(1)
  expect([await runJob(), await countNotified(order)]).toEqual([0, 1])
  const after = await shown(buyer)
  expect(after).toMatchObject({ state: 'pending', payment_method: 'cod' })
  expect(after.history.at(-1)?.note).toBe(
    'Chưa nhận được tiền, đơn chuyển lại thanh toán khi nhận hàng',
  )
  expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
  // Money that arrives later still counts.
  await transfer(order, price)
  expect(await shown(buyer)).toMatchObject({ state: 'pending', payment_method: 'bank_transfer' })
  pass(60 * minute)
  expect(await runJob()).toBe(0)
})

test('a new choice has its own time, and an order that staff confirmed returns too', async () => {
  const { buyer, order } = await switched('bank_transfer')
  pass(10 * minute)
  const again = { payment_method: 'fake', order_code: order.code }
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', again))
  pass(10 * minute)
  expect(await runJob()).toBe(0)
  await sql`update sales_order set state = 'confirmed' where code = ${order.code}`.execute(
    checkout.own.db,
  )
  pass(5 * minute)
  expect(await runJob()).toBe(1)
  expect(await shown(buyer)).toMatchObject({ state: 'confirmed', payment_method: 'cod' })
})

test('the provider is queried first; held money and partial payments are waited for', async () => {
  const first = await switched('fake')
  const { rows } = await sql<{ reference: string }>`
    select reference from payment where reference is not null order by payment_id desc limit 1
  `.execute(checkout.own.db)
  const reference = rows[0]?.reference ?? ''
  const held = { message_id: 'H', reference, amount: price, provider_reference: null }
  await notifyGateway(checkout.door, 'fake', { ...held, status: 'pending', is_held: true })
  const part = await switched('bank_transfer')
  await transfer(part.order, 1_000)
  const paid = await switched('fake')
  const last = await sql<{ reference: string }>`
    select reference from payment where reference is not null order by payment_id desc limit 1
  `.execute(checkout.own.db)
  fake.attempts.set(last.rows[0]?.reference ?? '', { status: 'paid', amount: price })
  pass(20 * minute)
  expect(await runJob()).toBe(0)
  expect((await shown(first.buyer)).payment_method).toBe('fake')
  expect((await shown(part.buyer)).payment_method).toBe('bank_transfer')
  const result = `/api/cart/v1/payment-gateway/fake/result?order_id_web=${paid.order.code}`
  expect(dataOf<PaymentResult>(await paid.buyer.call('GET', result)).status).toBe('paid')
})

test('an order that returns to cash loses the offer of the other method, and its claim', async () => {
  const { db } = checkout.own
  const fake_method = fake.gateway.code
  await sql`insert into promotion (kind, name, payment_method, value, per_customer)
    values ('payment', 'Giảm 90.000đ', ${fake_method}, 90000, 1)`.execute(db)
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  await buyer.order({ payment_method: 'cod' })
  const choice = { payment_method: fake_method, grand_total: price - 90_000 }
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', choice))
  expect((await shown(buyer)).totals.grand_total).toBe(price - 90_000)
  const taken = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from reservation where kind = 'customer_limit' and released_at is null`.execute(
      db,
    )
    return rows[0]?.n
  }
  expect(await taken()).toBe(1)
  pass(15 * minute)
  expect(await runJob()).toBe(1)
  const { payment_method, totals } = await shown(buyer)
  expect([payment_method, totals.grand_total, totals.adjustments]).toEqual(['cod', price, []])
  expect(await taken()).toBe(0)
  await sql`delete from promotion`.execute(db)
})

test('money from the page of another method pays the order without the offer of the new one', async () => {
  const { db } = checkout.own
  await sql`insert into promotion (kind, name, payment_method, value)
    values ('payment', 'Chuyển khoản giảm 90.000đ', 'bank_transfer', 90000)`.execute(db)
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: fake.gateway.code }))
  dataOf(await buyer.call('POST', '/api/cart/v1/order/payment', { payment_method: 'fake' }))
  const { rows } = await sql<{ reference: string }>`
    select reference from payment where reference is not null order by payment_id desc limit 1
  `.execute(db)
  const reference = rows[0]?.reference ?? ''
  const choice = { payment_method: 'bank_transfer', grand_total: price - 90_000 }
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', choice))
  const paid = { message_id: 'M1', reference, amount: price, provider_reference: 'P1' }
  await notifyGateway(checkout.door, 'fake', { ...paid, status: 'paid' })
  const { state, payment_method, totals, payment } = await shown(buyer)
  expect([order.totals.grand_total, state, payment_method]).toEqual([price, 'pending', 'fake'])
  expect([totals.grand_total, totals.adjustments]).toEqual([price, []])
  expect(payment).toMatchObject({ paid_total: price, refund_due_total: 0 })
  await sql`delete from promotion`.execute(db)
})
