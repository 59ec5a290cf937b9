import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffPickup } from '#contracts/staff/pickups.ts'
import type { StaffActor } from '#pure/contract.ts'
import { alepay } from '#shop/payment/gateways/alepay.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { addBanks, addLenders, nextPhone, openLoan } from '#test/goods/loans.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const lan: StaffActor = { ...test_staff, name: 'Lan' }
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  await addLenders(db)
  await addBanks(db)
  const gateways = [cashOnDelivery, alepay]
  office = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
})

const read = ({ code }: Order) =>
  office.pickups.pickup(lan, { order_code: code }) as Promise<StaffPickup>
const seenBy = async (buyer: Buyer) => dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))

/** An order of 30,990,000đ of which a card has paid 20,000,000đ. */
async function paidInPart(buyer: Buyer): Promise<Order> {
  await openLoan(buyer, { phone: nextPhone() })
  const plan = { bank_code: 'VCB', card_brand: 'VISA', months: 6, card_amount: 20_000_000 }
  const order = dataOf<Order>(await buyer.call('POST', '/api/cart/v1/installment/card-order', plan))
  const choice = { order_code: order.code, payment_method: 'alepay' }
  const started = await buyer.call('POST', '/api/cart/v1/order/payment', choice)
  const { redirect_url } = dataOf<{ redirect_url: string }>(started)
  const { pathname, search } = new URL(redirect_url, 'http://localhost')
  const { text } = await checkout.door.call('GET', pathname + search)
  const reference = /name="reference" value="([^"]+)"/.exec(text)?.[1] ?? ''
  await checkout.door.call('POST', pathname, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ reference, action: 'approve' }),
  })
  checkout.now = new Date(checkout.now.getTime() + 5_000)
  const result = `/api/cart/v1/payment-gateway/alepay/result?order_id_web=${order.code}`
  dataOf(await buyer.call('GET', result))
  return order
}

test('the counter takes what the card has left, and then the order is paid', async () => {
  const buyer = await checkout.buyer()
  const order = await paidInPart(buyer)
  const order_code = order.code
  const { version } = await office.orders.order(lan, { order_code })
  await office.orders.confirmOrder(lan, { order_code, version })
  const { units, ...waiting } = await read(order)
  expect(waiting.due).toBe(10_990_000)
  const scanned = units.map(({ sku }) => sku).join(' ')
  await office.pickups.prepare(lan, { order_code, version: waiting.version, scanned })
  const presented = (await seenBy(buyer)).pickup?.code ?? ''
  await office.pickups.verify(lan, { order_code, presented })
  const collected = { order_code, version: (await read(order)).version, amount: 10_990_000 }
  await office.pickups.collect(lan, collected)
  expect(await seenBy(buyer)).toMatchObject({
    ...{ state: 'delivered', payment: { paid_total: 30_990_000, refund_due_total: 0 } },
    card_plan: { amount: 20_000_000, rest: 10_990_000, is_paid: true },
  })
  expect(await moneyErrors(checkout.own.db)).toEqual([])
  await assertStock(checkout.own.db)
})
