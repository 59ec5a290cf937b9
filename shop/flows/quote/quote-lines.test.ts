import { beforeEach, describe, expect, test } from 'vitest'
import {
  dataOf,
  refusalOf,
  type Buyer,
  type Cart,
  type Order,
  type Quote,
} from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { endOffers, startCombo, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/quote'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(checkout.own.db)
  buyer = await checkout.buyer()
})

const open = (QuoteItems: unknown[]) => buyer.call('POST', path, { Quote: {}, QuoteItems })
const remove = (json: unknown) => buyer.call('DELETE', `${path}/item`, json)

/** The lines of a cart with a phone, a cable beside it at a combo's price, and a cable in a line of its own. */
async function cableTwice(): Promise<{ phone: number; beside: number; alone: number }> {
  const combo_item_id = await startCombo(checkout.own.db, {
    main_product_id: products.phone_version,
    product_id: products.cable,
    price: 99_000,
  })
  dataOf(await buyer.add(products.phone))
  const cable = { item_id: products.cable, main_product_combo_id: products.phone, combo_item_id }
  dataOf(await buyer.call('POST', '/api/cart/v1/cart', cable))
  const { items } = dataOf<Cart>(await buyer.add(products.cable))
  const [phone = 0, beside = 0, alone = 0] = items.flatMap(({ line_id }) => line_id ?? [])
  return { phone, beside, alone }
}

const numbersOf = ({ items }: Pick<Quote | Order, 'items'>) =>
  items.map(({ line_id, parent_line_id }) => [line_id, parent_line_id])

describe('a line', () => {
  test('has the same number in cart, checkout and order; a gift has its parent’s', async () => {
    await startPromotion(checkout.own.db, {
      kind: 'gift',
      gift_product_id: products.cable,
      product_id: products.phone,
    })
    const { phone, beside, alone } = await cableTwice()
    const numbers = [
      [phone, null],
      [null, phone],
      [beside, phone],
      [alone, null],
    ]
    const named = [phone, beside, alone].map((line_id) => ({ line_id, item_quantity: 1 }))
    expect(numbersOf(dataOf<Quote>(await open(named)))).toEqual(numbers)
    expect(numbersOf(dataOf<Quote>(await buyer.address()))).toEqual(numbers)
    const order = dataOf<Order>(await buyer.order())
    expect(numbersOf(order)).toEqual(numbers)
    const again = await buyer.call('GET', `/api/cart/v1/order?code=${order.code}`)
    expect(dataOf<Order>(again).items).toEqual(order.items)
    expect((await buyer.cart()).items).toEqual([])
  })

  test('is each customer’s own when many order the same items', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => checkout.buyer()))
    for (const one of crowd) await one.prepare(products.cable, 2)
    const carts = await Promise.all(crowd.map((one) => one.cart()))
    const orders = await Promise.all(crowd.map((one) => one.order()))
    expect(orders.map((answer) => dataOf<Order>(answer).items[0]?.line_id)).toEqual(
      carts.map(({ items }) => items[0]?.line_id),
    )
    for (const one of crowd) expect((await one.cart()).items).toEqual([])
  })

  test('is removed by its number, with the lines beside it and no others', async () => {
    const { phone, beside, alone } = await cableTwice()
    const all = [phone, beside, alone].map((line_id) => ({ line_id, item_quantity: 1 }))
    dataOf(await open(all))
    const without = dataOf<Quote>(await remove({ line_id: beside }))
    expect(without.items.map(({ line_id }) => line_id)).toEqual([phone, alone])
    dataOf(await open(all))
    const left = dataOf<Quote>(await remove({ line_id: phone }))
    expect(left.items.map(({ line_id }) => line_id)).toEqual([alone])
  })
})

describe('a line that is named by its item', () => {
  test('is ambiguous in several lines, in a checkout and when one is opened', async () => {
    const { phone, beside, alone } = await cableTwice()
    const cable = { item_id: products.cable, item_quantity: 1 }
    const ambiguous = await open([cable])
    expect(refusalOf(ambiguous)).toBe('409 line_ambiguous')
    const line_ids = [beside, alone]
    expect(ambiguous.body?.error?.data).toEqual({ item_id: products.cable, line_ids })
    dataOf(await open([phone, beside, alone].map((line_id) => ({ line_id, item_quantity: 1 }))))
    expect(refusalOf(await remove({ item_id: products.cable, item_type: 1 }))).toBe(
      '409 line_ambiguous',
    )
    const beside_phone = { item_id: products.cable, main_product_combo_id: products.phone }
    const without = dataOf<Quote>(await remove(beside_phone))
    expect(without.items.map(({ line_id }) => line_id)).toEqual([phone, alone])
  })

  test('is the line that no other entry names', async () => {
    const { beside, alone } = await cableTwice()
    const cable = { item_id: products.cable, item_quantity: 1 }
    const { items } = dataOf<Quote>(await open([cable, { line_id: beside, item_quantity: 1 }]))
    expect(items.map(({ line_id }) => line_id)).toEqual([alone, beside])
  })
})

test('an absent line and a foreign line are refused alike', async () => {
  const { phone } = await cableTwice()
  dataOf(await open([{ line_id: phone, item_quantity: 1 }]))
  const stranger = await checkout.buyer()
  dataOf(await stranger.add(products.cable))
  const theirs = (await stranger.cart()).items[0]?.line_id ?? 0
  const answers = [
    await open([{ line_id: theirs, item_quantity: 1 }]),
    await open([{ line_id: theirs + 1_000, item_quantity: 1 }]),
    await remove({ line_id: theirs }),
    await remove({ line_id: theirs + 1_000 }),
  ]
  expect(answers.map(refusalOf)).toEqual(Array(4).fill('404 item_not_found'))
  expect(refusalOf(await open([{ item_quantity: 1 }]))).toBe('422 invalid_input')
  const quote = dataOf<Quote>(await buyer.call('GET', path))
  expect(quote.items.map(({ line_id }) => line_id)).toEqual([phone])
})
