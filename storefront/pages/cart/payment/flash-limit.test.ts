import { expect, test } from 'vitest'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

test('who has used the limit of a flash sale is offered the usual price, and gets it', async () => {
  const { now, own } = checkout
  const sale = { item_id: products.phone, price: 20_000_000, slots: 5, is_online_only: false }
  await openFlashSale(own.db, { ...sale, now })
  const first = await checkout.buyer()
  await first.prepare(products.phone)
  expect(dataOf<Order>(await first.order()).totals.grand_total).toBe(20_000_000)
  const again = await checkout.buyer()
  const { quote_id } = await again.prepare(products.phone, 1, { phone: '+84 912.345.678' })
  const headers = { cookie: `token=${again.token}`, 'sec-fetch-site': 'same-origin' }
  const sent = { intent: 'pay', payment_method: 'cod', quote_id: String(quote_id) }
  const post = (fields: Record<string, string>) =>
    checkout.door.call('POST', '/cart/payment', { form: new URLSearchParams(fields), headers })
  const refused = await post({ ...sent, grand_total: '20000000' })
  expect(refused.text).toContain('Vượt giới hạn Flash Sale')
  expect(refused.text).toContain('30.990.000đ')
  const [, form = ''] = /(<form(?:(?!<form).)*)Mua với giá thường/s.exec(refused.text) ?? []
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const placed = await post(Object.fromEntries(hidden.map(([, name, value]) => [name, value])))
  expect(placed.headers.get('location')).toMatch(/^\/cart\/success\/cod\?code=/)
  const order = dataOf<Order>(await again.call('GET', '/api/cart/v1/order'))
  expect(order.totals.grand_total).toBe(30_990_000)
})
