import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()

async function cancelledOrder(quantity = 2): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable, quantity)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code }))
  return { buyer, order }
}
const pressAgain = ({ token }: Buyer, { code }: Order, more: Record<string, string> = {}) =>
  checkout.door.call('POST', '/cart/success/cod', {
    form: new URLSearchParams({ intent: 'again', code, ...more }),
    headers: { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' },
  })
const whereTo = (answer: Awaited<ReturnType<typeof pressAgain>>) =>
  `${answer.status} ${answer.headers.get('location') ?? ''}`
const inCart = async (buyer: Buyer) =>
  (await buyer.cart()).items.map(({ item_id, item_quantity }) => [item_id, item_quantity])

test('a cancelled order offers to order again, which puts its goods into the cart once', async () => {
  const { buyer, order } = await cancelledOrder()
  const headers = { cookie: `token=${buyer.token}` }
  const { text } = await checkout.door.call('GET', `/cart/success/cod?code=${order.code}`, {
    headers,
  })
  expect(text).toContain('Đặt lại')
  expect(text).not.toContain('aria-label="Các bước đặt hàng"')
  expect(whereTo(await pressAgain(buyer, order))).toBe('303 /cart')
  expect(await inCart(buyer)).toEqual([[products.cable, 2]])
  expect(whereTo(await pressAgain(buyer, order))).toBe('303 /cart')
  expect(await inCart(buyer)).toEqual([[products.cable, 2]])
})

test('less is added where less is left, and the cart says so', async () => {
  const { buyer, order } = await cancelledOrder()
  await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.cable}`)
  await setFreeStock(
    checkout.own.db,
    1,
    sql`product_id = ${products.cable} and shop_id = (select min(shop_id) from stock where product_id = ${products.cable})`,
  )
  expect(whereTo(await pressAgain(buyer, order))).toBe('303 /cart?chua-them=1')
  const headers = { cookie: `token=${buyer.token}` }
  const { text } = await checkout.door.call('GET', '/cart?chua-them=1', { headers })
  expect(text).toContain('1 sản phẩm của đơn cũ đã hết hoặc không còn đủ')
  expect(await inCart(buyer)).toEqual([[products.cable, 1]])
  await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.cable}`)
  const other = await checkout.buyer()
  const gone = await pressAgain(other, order, { secret: order.secret })
  expect(gone.status).toBe(409)
  expect(await inCart(other)).toEqual([])
})

test('whoever has the link gets the goods into a cart of their own; others find no order', async () => {
  const { order } = await cancelledOrder(1)
  const other = await checkout.buyer()
  expect((await pressAgain(other, order)).status).toBe(404)
  expect(whereTo(await pressAgain(other, order, { secret: order.secret }))).toBe('303 /cart')
  expect(await inCart(other)).toEqual([[products.cable, 1]])
})

test('an own reason is kept as it was typed, a chip by its text', async () => {
  for (const [fields, note] of [
    [{ reason: 'khac', other_reason: 'Mua nhầm màu' }, 'Bạn đã hủy đơn: Mua nhầm màu'],
    [{ reason: 'Giao hàng lâu quá' }, 'Bạn đã hủy đơn: Giao hàng lâu quá'],
    [{}, 'Bạn đã hủy đơn'],
  ] as const) {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    const answer = await checkout.door.call('POST', '/cart/success/cod', {
      form: new URLSearchParams({ intent: 'cancel', order_code: order.code, ...fields }),
      headers: { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(303)
    const path = `/api/cart/v1/order?code=${order.code}`
    const { history } = dataOf<Order>(await buyer.call('GET', path))
    expect(history.at(-1)?.note).toBe(note)
  }
})
