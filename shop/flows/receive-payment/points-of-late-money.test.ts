import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { aMember } from '#test/members/loyalty.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type FakeProvider, openFakeProvider } from '#test/support/fake-provider.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

let fake: FakeProvider
let office: StaffServices
const checkout = openCheckout({}, async () => {
  fake = await openFakeProvider('fake')
  return [cashOnDelivery, fake.gateway]
})
beforeAll(async () => {
  const gateways = [cashOnDelivery, fake.gateway]
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db: checkout.own.db, now, gateways })).services
})
afterAll(() => fake.close())

type Member = Awaited<ReturnType<typeof aMember>>

async function delivered(lan: Member, item_id: number, quantity: number): Promise<void> {
  await lan.prepare(item_id, quantity)
  await deliverOrder(office, dataOf<Order>(await lan.order()).code)
}

/** Orders a cable with points, opens the page that asks for the money, and cancels. */
async function leftOpen(lan: Member) {
  await lan.prepare(products.cable)
  dataOf(await lan.call('PUT', '/api/cart/v1/quote/points', { are_used: true }))
  const { code, totals } = dataOf<Order>(await lan.order({ payment_method: 'fake' }))
  expect(totals.adjustments).toMatchObject([{ rule: 'points', amount: 3_000 }])
  const choice = { order_code: code, payment_method: 'fake', grand_total: totals.grand_total }
  const answer = await lan.call('PUT', '/api/cart/v1/order/payment', choice)
  const reference = dataOf<{ redirect_url: string }>(answer).redirect_url.split('/').at(-1) ?? ''
  dataOf(await lan.call('POST', '/api/cart/v1/order/cancel', { order_code: code }))
  const pay = () => {
    const message = { message_id: code, reference, provider_reference: code } as const
    const paid = { ...message, status: 'paid', amount: totals.grand_total } as const
    return notifyGateway(checkout.door, 'fake', paid)
  }
  return { code, amount: totals.grand_total, pay }
}

test('the same points never pay for several cancelled orders whose pages are paid later', async () => {
  const lan = await aMember(checkout)
  await delivered(lan, products.phone, 1)
  await delivered(lan, products.cable, 4)
  expect(await lan.standing()).toMatchObject({ points: 3_000 })
  const pages = [await leftOpen(lan), await leftOpen(lan), await leftOpen(lan)]
  expect(await Promise.all(pages.map(({ pay }) => pay()))).toEqual(['taken', 'taken', 'taken'])
  expect(await lan.standing()).toMatchObject({ points: 0 })
  const orders = await Promise.all(
    pages.map(({ code }) =>
      office.orders.order({ ...test_staff, name: 'Lan' }, { order_code: code }),
    ),
  )
  const states = orders.map(({ state }) => state)
  expect(states.toSorted()).toEqual(['cancelled', 'cancelled', 'pending'])
  for (const { state, refunds } of orders) {
    const back = refunds.map(({ amount }) => amount)
    expect(back).toEqual(state === 'pending' ? [] : [pages[0]?.amount])
  }
  expect(await moneyErrors(checkout.own.db)).toEqual([])
  await assertStock(checkout.own.db)
})
