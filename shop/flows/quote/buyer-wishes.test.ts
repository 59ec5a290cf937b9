import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { orderMail } from '#shop/notification/templates/order-mail.ts'
import { orderSms } from '#shop/notification/templates/order-sms.ts'
import { type Buyer, dataOf, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products, shops } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const company = { name: '', address: '', tax_code: '', registration: '', email: '' }
const sender = { name: 'Tiệm', hotline: '1800 2064', public_url: 'https://tiem.vn', company }
let buyer: Buyer

beforeEach(async () => {
  buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  dataOf(await buyer.quote({ [products.phone]: 1 }))
})

const problemsOf = (answer: Awaited<ReturnType<Buyer['address']>>) => answer.body?.error?.data

test('how the buyer wants to be addressed goes with the order, and messages greet so', async () => {
  dataOf(await buyer.address({ salutation: 'chi', name: 'Nguyễn Thị Ánh' }))
  const order = dataOf<Order>(await buyer.order())
  expect(order.recipient.salutation).toBe('chi')
  const mail = orderMail('order_placed', order, {}, sender)
  expect(mail.body).toContain('Đặt hàng thành công\n\nChào chị Ánh,\n\nCảm ơn')
  expect(mail.html).toContain('Chào chị Ánh,')
  expect(mail.body).toContain('- Khách hàng: Chị Nguyễn Thị Ánh')
  const sms = orderSms('order_placed', order, {}, sender).body
  expect(sms).toContain('Tiem: Chao chi Anh. Da nhan don')
})

test('a greeting never costs another SMS', async () => {
  const order = dataOf<Order>((await buyer.address(), await buyer.order()))
  const called = (salutation: 'anh' | null) =>
    orderSms(
      'order_delivered',
      { ...order, recipient: { ...order.recipient, salutation } },
      {},
      {
        ...sender,
        public_url: `https://${'t'.repeat(padding)}.vn`,
      },
    ).body
  let padding = 1
  padding += 158 - called(null).length
  expect(called(null)).toHaveLength(158)
  expect(called('anh')).toBe(called(null))
})

test('without a choice, and from calls of before, nobody is greeted', async () => {
  expect(dataOf<Quote>(await buyer.address({ salutation: '' })).recipient?.salutation).toBeNull()
  const order = dataOf<Order>((await buyer.address(), await buyer.order()))
  expect(order.recipient).toMatchObject({ salutation: null, data_transfer: false })
  expect(orderMail('order_placed', order, {}, sender).body).not.toContain('Chào')
  expect((await buyer.address({ salutation: 'ong' })).status).toBe(422)
})

test('staff move data at a shop, and at a delivery where the shop has staff', async () => {
  const pickup = { shipping_method: 'store_pickup', erp_shop_id: shops.first }
  const wish = { wants_data_transfer: true }
  const collected = dataOf<Quote>(await buyer.address({ ...pickup, ...wish }))
  expect(collected).toMatchObject({
    offers_data_transfer: true,
    recipient: { data_transfer: true },
  })
  expect(dataOf<Quote>(await buyer.address(wish)).recipient?.data_transfer).toBe(true)
  const { db } = checkout.own
  await sql`insert into province (province_id, name, slug, official_code, legacy_code, position)
    values (9, 'Bình Dương', 'binh-duong', '79', '74', 6) on conflict do nothing`.execute(db)
  const far = await buyer.address({ ...wish, province_id: 9, ward_name: 'Phường Xa' })
  expect([far.status, problemsOf(far)]).toEqual([
    422,
    { problems: { wants_data_transfer: expect.stringMatching(/nhận tại cửa hàng/) } },
  ])
})

test('an order without a device has no data to move', async () => {
  const { db } = checkout.own
  await sql`insert into category (category_id, code, name) values (90, 'cap', 'Cáp')
    on conflict do nothing`.execute(db)
  await sql`update product set category_id = 90 where product_id = ${products.cable}`.execute(db)
  dataOf(await buyer.add(products.cable))
  dataOf(await buyer.quote({ [products.cable]: 1 }))
  const quote = dataOf<Quote>(await buyer.address({ wants_data_transfer: true }))
  expect(quote).toMatchObject({
    offers_data_transfer: false,
    recipient: { data_transfer: false },
  })
})
