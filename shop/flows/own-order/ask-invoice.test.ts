import { beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  office = staffOffice(await testProviders({ db, now, gateways: [cashOnDelivery] })).services
})

const path = '/api/cart/v1/order/invoice'
const typed = {
  company_name: 'Công ty TNHH An Phát',
  company_tax_code: '0101243150',
  company_address: '1 Tràng Tiền, Hà Nội',
  company_email: 'ketoan@an-phat.example',
}
const invoice = {
  name: typed.company_name,
  tax_code: typed.company_tax_code,
  address: typed.company_address,
  email: typed.company_email,
}

async function placed(): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return { buyer, order: dataOf<Order>(await buyer.order()) }
}

const ask = (buyer: Buyer, order_code: string, changes: object = {}, query = '') =>
  buyer.call('POST', path + query, { order_code, ...typed, ...changes })
const staffView = (order_code: string) => office.orders.order(test_staff, { order_code })

test('an owner asks after the order, corrects it, and staff see it on the order', async () => {
  const { buyer, order } = await placed()
  expect(order).toMatchObject({ can_ask_invoice: true, recipient: { company_invoice: null } })
  const asked = dataOf<Order>(await ask(buyer, order.code))
  expect(asked.recipient).toEqual({ ...order.recipient, company_invoice: invoice })
  expect(asked.history.at(-1)).toMatchObject({
    state: 'pending',
    note: 'Bạn đã yêu cầu xuất hóa đơn công ty',
  })
  const seen = await staffView(order.code)
  expect(seen.recipient.company_invoice).toMatchObject({ tax_code: invoice.tax_code })
  expect(seen.version).toBe(2)
  expect(seen.timeline.map(({ what }) => what)).toContain('ask_invoice')
  // Sent twice, it counts once.
  await ask(buyer, order.code)
  expect((await staffView(order.code)).version).toBe(2)
  const corrected = dataOf<Order>(await ask(buyer, order.code, { company_name: 'An Phát 2' }))
  expect(corrected.recipient.company_invoice).toEqual({ ...invoice, name: 'An Phát 2' })
  // Staff who saw it without the invoice read it again.
  await expect(
    office.orders.confirmOrder(test_staff, { order_code: order.code, version: 1 }),
  ).rejects.toMatchObject({ code: 'order_changed' })
})

test('a link serves as for cancelling; strangers and wrong links find no order', async () => {
  const { order } = await placed()
  const stranger = await checkout.buyer()
  expect(refusalOf(await ask(stranger, order.code))).toBe('404 order_not_found')
  expect(refusalOf(await ask(stranger, order.code, {}, `?secret=${'0'.repeat(40)}`))).toBe(
    '404 order_not_found',
  )
  expect((await staffView(order.code)).recipient.company_invoice).toBeNull()
  const linked = dataOf<Order>(await ask(stranger, order.code, {}, `?secret=${order.secret}`))
  expect(linked.recipient.company_invoice).toEqual(invoice)
})

test('wrong fields are named, and once the goods have left, or the order has ended, it is refused', async () => {
  const { buyer, order } = await placed()
  const wrong = await ask(buyer, order.code, { company_tax_code: '123', company_email: '' })
  expect(refusalOf(wrong)).toBe('422 invalid_input')
  expect(wrong.text).toContain('Mã số thuế không đúng')
  expect(wrong.text).toContain('Vui lòng nhập email nhận hóa đơn')
  await office.orders.confirmOrder(test_staff, { order_code: order.code, version: 1 })
  await office.orders.shipOrder(test_staff, { order_code: order.code, version: 2, move: 'ship' })
  expect(refusalOf(await ask(buyer, order.code))).toBe('409 invoice_is_made')
  const ended = await placed()
  await ended.buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: ended.order.code })
  expect(refusalOf(await ask(ended.buyer, ended.order.code))).toBe('409 invoice_is_made')
})
