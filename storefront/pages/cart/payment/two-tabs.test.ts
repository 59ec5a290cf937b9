import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Answer } from '#test/support/door.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { startPromotion } from '#test/support/baskets/small-offers.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const path = '/cart/payment'
const headersOf = ({ token }: Buyer) => ({
  cookie: `token=${token}`,
  'sec-fetch-site': 'same-origin',
})
const opened = (buyer: Buyer) => checkout.door.call('GET', path, { headers: headersOf(buyer) })

/** Sends the form of a page as it was shown. */
function pay(buyer: Buyer, shown: Answer): Promise<Answer> {
  const text = shown.text.slice(shown.text.indexOf('value="pay"') - 100)
  const hidden = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  const form = new URLSearchParams({ payment_method: 'cod' })
  for (const [, name = '', value = ''] of hidden) form.set(name, value)
  return checkout.door.call('POST', path, { form, headers: headersOf(buyer) })
}

test('an order goes to nobody but whom its page showed, also when another tab changed the address', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const first_tab = await opened(buyer)
  await buyer.address({ street: '99 Lê Lợi' })
  const refused = await pay(buyer, first_tab)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Thông tin nhận hàng vừa đổi')
  expect(refused.text).toContain('99 Lê Lợi')
  const placed = await pay(buyer, await opened(buyer))
  expect(placed.headers.get('location')).toMatch(/^\/cart\/success\/cod\?code=/)
})

test.each([
  ['is out of stock', 'Quà tặng Sản phẩm 21 không còn đủ'],
  ['was given to others', 'Quà tặng Sản phẩm 21 không còn đủ'],
  ['is over', 'Quà tặng Sản phẩm 21 không còn đủ'],
])('an order without the gift that its page showed is asked for once: it %s', async (how, told) => {
  const { db } = checkout.own
  await sql`delete from promotion`.execute(db)
  const gift = { kind: 'gift', gift_product_id: products.cable, total: 1 } as const
  await startPromotion(db, { ...gift, product_id: products.phone })
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const first_tab = await opened(buyer)
  expect(first_tab.text).toContain('Quà tặng')
  if (how === 'is out of stock') await setFreeStock(db, 0, sql`product_id = ${products.cable}`)
  else if (how === 'is over') await sql`update promotion set is_active = false`.execute(db)
  else await sql`update quota set taken = total where total = 1`.execute(db)
  // Another tab is shown the checkout without the gift: that is not what this tab shows.
  await opened(buyer)
  const refused = await pay(buyer, first_tab)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(told)
  const placed = await pay(buyer, await opened(buyer))
  expect(placed.headers.get('location')).toMatch(/^\/cart\/success\/cod\?code=/)
  const { items } = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
  expect(items.map(({ item_id }) => item_id)).toEqual([products.phone])
})
