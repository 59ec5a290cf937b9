import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { returnToCod } from '#shop/flows/choose-payment/return-to-cod.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { tellGateway } from '#test/support/payment-messages.ts'
import { openPlayProvider, type PlayProvider } from '#test/support/play-provider.ts'
import { testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { goods, piecesLeft, restock } from '#test/support/small-shop.ts'

let play: PlayProvider
const counter = openCounter(relay_env, async () => {
  play = await openPlayProvider()
  return [cashOnDelivery, bankTransfer, play.gateway]
})
const minute = 60_000
const price = 30_990_000
beforeEach(() => restock(counter.own.db))
afterAll(() => play.close())

const pass = (ms: number) => {
  counter.now = new Date(counter.now.getTime() + ms)
}
const turn = async () => {
  const gateways = [cashOnDelivery, bankTransfer, play.gateway]
  const { db } = counter.own
  return returnToCod(await testProviders({ db, now: () => counter.now, gateways }))
}
const shown = async (buyer: Buyer) => dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
const told = async (order: Order) => {
  const { rows } = await sql<{ template: string }>`
    select distinct template from outbox join sales_order using (order_id)
    where code = ${order.code} and template = 'order_at_door'`.execute(counter.own.db)
  return rows.length
}
const transfer = async (order: Order, amount: number) => {
  const raw = sepayBody({ amount, content: order.code.replace('-', '') })
  await postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
}

/** Paid at the door, then to be paid in another way. */
async function switched(payment_method: string): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method }))
  return { buyer, order }
}

test('a cash order that turned to a transfer waits as long as any unpaid order, then turns back', async () => {
  const { buyer, order } = await switched('bank_transfer')
  pass(15 * minute - 1)
  expect([await turn(), (await shown(buyer)).payment_method]).toEqual([0, 'bank_transfer'])
  pass(1)
  expect(await turn()).toBe(1)
  expect([await turn(), await told(order)]).toEqual([0, 1])
  const after = await shown(buyer)
  expect(after).toMatchObject({ state: 'pending', payment_method: 'cod' })
  expect(after.history.at(-1)?.note).toBe(
    'Chưa nhận được tiền, đơn chuyển lại thanh toán khi nhận hàng',
  )
  expect(await piecesLeft(counter.own.db, goods.phone)).toBe(4)
  // Money that comes all the same counts.
  await transfer(order, price)
  expect(await shown(buyer)).toMatchObject({ state: 'pending', payment_method: 'bank_transfer' })
  pass(60 * minute)
  expect(await turn()).toBe(0)
})

test('a choice made anew has its own time, and an order that staff confirmed turns back too', async () => {
  const { buyer, order } = await switched('bank_transfer')
  pass(10 * minute)
  const again = { payment_method: 'play', order_code: order.code }
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', again))
  pass(10 * minute)
  expect(await turn()).toBe(0)
  await sql`update sales_order set state = 'confirmed' where code = ${order.code}`.execute(
    counter.own.db,
  )
  pass(5 * minute)
  expect(await turn()).toBe(1)
  expect(await shown(buyer)).toMatchObject({ state: 'confirmed', payment_method: 'cod' })
})

test('the provider is asked first; money that it holds back and parts are waited for', async () => {
  const first = await switched('play')
  const { rows } = await sql<{ reference: string }>`
    select reference from payment where reference is not null order by payment_id desc limit 1
  `.execute(counter.own.db)
  const reference = rows[0]?.reference ?? ''
  const held = { message_id: 'H', reference, amount: price, provider_reference: null }
  await tellGateway(counter.door, 'play', { ...held, status: 'pending', is_held: true })
  const part = await switched('bank_transfer')
  await transfer(part.order, 1_000)
  const paid = await switched('play')
  const last = await sql<{ reference: string }>`
    select reference from payment where reference is not null order by payment_id desc limit 1
  `.execute(counter.own.db)
  play.tries.set(last.rows[0]?.reference ?? '', { status: 'paid', amount: price })
  pass(20 * minute)
  expect(await turn()).toBe(0)
  expect((await shown(first.buyer)).payment_method).toBe('play')
  expect((await shown(part.buyer)).payment_method).toBe('bank_transfer')
  const result = `/api/cart/v1/payment-gateway/play/result?order_id_web=${paid.order.code}`
  expect(dataOf<PaymentResult>(await paid.buyer.call('GET', result)).status).toBe('paid')
})
