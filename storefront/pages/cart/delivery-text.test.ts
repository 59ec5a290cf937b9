import { expect, test } from 'vitest'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()

test.each([
  ['below the threshold', products.cable, 'Phí giao hàng 30.000đ, miễn phí cho đơn từ 300.000đ'],
  ['from the threshold on', products.phone, 'Miễn phí giao hàng cho đơn từ 300.000đ'],
])('cart and checkout print the fee of this order: %s', async (_which, item_id, text) => {
  const buyer = await checkout.buyer()
  const headers = { cookie: `token=${buyer.token}` }
  dataOf(await buyer.add(item_id))
  dataOf(await buyer.quote({ [item_id]: 1 }))
  for (const path of ['/cart', '/cart/payment-info']) {
    const { text: page } = await checkout.door.call('GET', path, { headers })
    const shown = page.slice(0, page.indexOf('<script type="application/json"'))
    expect(shown).toContain(`>${text}<`)
    expect(shown.match(/Miễn phí giao hàng cho[^<]*/g) ?? []).toEqual(
      item_id === products.phone ? [text] : [],
    )
  }
})
