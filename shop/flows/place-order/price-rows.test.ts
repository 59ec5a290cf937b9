import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowTexts, unitRows } from '#pure/price-rows.ts'
import { findOrderToNotify } from '#shop/order/order-store.ts'
import { orderMail } from '#shop/notification/templates/order-mail.ts'
import { endOffers, giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { dataOf, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

beforeAll(async () => {
  const { db } = checkout.own
  const promotion = { kind: 'catalogue', product_id: products.phone } as const
  await startPromotion(db, { ...promotion, name: 'Giảm ngay 500.000đ', value: 500_000 })
  await giveVoucher(db, { code: 'TIEM50', value: 50_500 })
})
afterAll(() => endOffers(checkout.own.db))

const rows = [
  ['Giá niêm yết', '34.990.000đ'],
  ['Giảm giá trực tiếp', '-4.000.000đ'],
  ['Giảm ngay', '-500.000đ'],
  ['Giá bán', '30.490.000đ'],
]

test('cart, checkout, order and mail print the same rows, and they add up to the total', async () => {
  const buyer = await checkout.buyer()
  const headers = { cookie: `token=${buyer.token}` }
  const pageOf = async (path: string) =>
    (await checkout.door.call('GET', path, { headers })).text.replaceAll('<!-- -->', '')
  const expectRows = (html: string) => {
    const text = html.slice(0, html.indexOf('<script type="application/json"'))
    for (const [label, amount] of rows) {
      expect(text).toMatch(new RegExp(`<dt[^>]*>${label}</dt><dd[^>]*>${amount}</dd>`))
    }
  }
  await buyer.prepare(products.phone)
  expectRows(await pageOf('/cart'))
  dataOf<Quote>(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code: 'TIEM50' }))
  expectRows(await pageOf('/cart/payment'))
  const order = dataOf<Order>(await buyer.order())
  expect(order.items.map(({ price_trace }) => rowTexts(unitRows(price_trace)))).toEqual([rows])
  expectRows(await pageOf(`/cart/success/cod?code=${order.code}`))
  const { rows: found } = await sql<{ order_id: number }>`
    select order_id from sales_order where code = ${order.code}`.execute(checkout.own.db)
  const stored = await findOrderToNotify(checkout.own.db, found[0]?.order_id ?? 0)
  const company = { name: '', address: '', tax_code: '', registration: '', email: '' }
  const sender = { name: 'Tiệm', hotline: '1800 2064', public_url: 'https://tiem.vn', company }
  const mail = orderMail('order_placed', stored ?? order, {}, sender).body
  expect(mail).toContain(
    [
      '- Sản phẩm 11, Cam Vũ Trụ ×\u00a01: 30.490.000đ',
      ...rows.map(([label, amount]) => `  · ${label}: ${amount}`),
    ].join('\n'),
  )
  expect(mail).toContain(
    '- Giảm giá trực tiếp: -4.000.000đ\n- Giảm ngay: -500.000đ\n- Mã TIEM50: -50.500đ\n- Làm tròn: -500đ\n- Phí vận chuyển: Miễn phí\n',
  )
  expect(mail).toContain('- Tổng tiền (đã gồm VAT): 30.439.000đ')
})
