import { expect, test } from 'vitest'
import { dataOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const more = 'Mua thêm 150.000đ để được miễn phí giao hàng'
const free = 'Miễn phí giao hàng'

async function shownOn(token: string, path: string): Promise<string> {
  const headers = { cookie: `token=${token}` }
  const { text } = await checkout.door.call('GET', path, { headers })
  return text.slice(0, text.indexOf('<script type="application/json"')).replaceAll('<!-- -->', '')
}

test.each([
  ['below the threshold', products.cable, more, free],
  ['from the threshold on', products.phone, free, more],
])('cart and checkout say what a free delivery takes: %s', async (_which, item_id, text, other) => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(item_id))
  dataOf(await buyer.quote({ [item_id]: 1 }))
  for (const path of ['/cart', '/cart/payment-info']) {
    const shown = await shownOn(buyer.token, path)
    // The cart says it in the row of the fee.
    const told =
      path === '/cart' && text === free
        ? 'Phí vận chuyển</dt><dd class="shrink-0 font-semibold">Miễn phí'
        : text
    expect([path, shown.includes(`>${told}<`), shown.includes(other)]).toEqual([path, true, false])
  }
})

test('the payment step says it for a delivery, and not to who collects the order', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  expect(await shownOn(buyer.token, '/cart/payment')).toContain(more)
  dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: 1 }))
  expect(await shownOn(buyer.token, '/cart/payment')).not.toContain(more)
})
