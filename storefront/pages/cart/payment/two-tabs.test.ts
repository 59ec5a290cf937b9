import { expect, test } from 'vitest'
import type { Answer } from '#test/support/door.ts'
import type { Buyer } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

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
