import { beforeEach, describe, expect, test } from 'vitest'
import {
  dataOf,
  refusalOf,
  type Buyer,
  type Cart,
  type Order,
  type Quote,
} from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { endOffers, startCombo, startPromotion } from '#test/support/baskets/small-offers.ts'
import { goods } from '#test/support/small-shop.ts'

const counter = openCounter()
const path = '/api/cart/v1/quote'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(counter.own.db)
  buyer = await counter.buyer()
})

const open = (QuoteItems: unknown[]) => buyer.call('POST', path, { Quote: {}, QuoteItems })
const remove = (json: unknown) => buyer.call('DELETE', `${path}/item`, json)

/** The lines of a cart with a phone, and a cable both beside it at a combo's price and by itself. */
async function cableTwice(): Promise<{ phone: number; beside: number; alone: number }> {
  const combo_item_id = await startCombo(counter.own.db, {
    main_product_id: goods.phone_version,
    product_id: goods.cable,
    price: 99_000,
  })
  dataOf(await buyer.add(goods.phone))
  const cable = { item_id: goods.cable, main_product_combo_id: goods.phone, combo_item_id }
  dataOf(await buyer.call('POST', '/api/cart/v1/cart', cable))
  const { items } = dataOf<Cart>(await buyer.add(goods.cable))
  const [phone = 0, beside = 0, alone = 0] = items.flatMap(({ line_id }) => line_id ?? [])
  return { phone, beside, alone }
}

const numbersOf = ({ items }: Pick<Quote | Order, 'items'>) =>
  items.map(({ line_id, parent_line_id }) => [line_id, parent_line_id])

describe('a line', () => {
  test('keeps its number from the cart through the checkout to the order, a gift has its parent’s', async () => {
    await startPromotion(counter.own.db, {
      kind: 'gift',
      gift_product_id: goods.cable,
      product_id: goods.phone,
    })
    const { phone, beside, alone } = await cableTwice()
    const numbers = [
      [phone, null],
      [null, phone],
      [beside, phone],
      [alone, null],
    ]
    const asked = [phone, beside, alone].map((line_id) => ({ line_id, item_quantity: 1 }))
    expect(numbersOf(dataOf<Quote>(await open(asked)))).toEqual(numbers)
    expect(numbersOf(dataOf<Quote>(await buyer.address()))).toEqual(numbers)
    const order = dataOf<Order>(await buyer.order())
    expect(numbersOf(order)).toEqual(numbers)
    const again = await buyer.call('GET', `/api/cart/v1/order?code=${order.code}`)
    expect(dataOf<Order>(again).items).toEqual(order.items)
    expect((await buyer.cart()).items).toEqual([])
  })

  test('of a crowd that orders the same things is each customer’s own', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => counter.buyer()))
    for (const one of crowd) await one.prepare(goods.cable, 2)
    const carts = await Promise.all(crowd.map((one) => one.cart()))
    const orders = await Promise.all(crowd.map((one) => one.order()))
    expect(orders.map((answer) => dataOf<Order>(answer).items[0]?.line_id)).toEqual(
      carts.map(({ items }) => items[0]?.line_id),
    )
    for (const one of crowd) expect((await one.cart()).items).toEqual([])
  })

  test('is taken out by its number, with what came beside it and nothing else', async () => {
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
  test('in several lines is ambiguous, in a checkout and when one is opened', async () => {
    const { phone, beside, alone } = await cableTwice()
    const cable = { item_id: goods.cable, item_quantity: 1 }
    const ambiguous = await open([cable])
    expect(refusalOf(ambiguous)).toBe('409 line_ambiguous')
    const line_ids = [beside, alone]
    expect(ambiguous.body?.error?.data).toEqual({ item_id: goods.cable, line_ids })
    dataOf(await open([phone, beside, alone].map((line_id) => ({ line_id, item_quantity: 1 }))))
    expect(refusalOf(await remove({ item_id: goods.cable, item_type: 1 }))).toBe(
      '409 line_ambiguous',
    )
    const beside_phone = { item_id: goods.cable, main_product_combo_id: goods.phone }
    const without = dataOf<Quote>(await remove(beside_phone))
    expect(without.items.map(({ line_id }) => line_id)).toEqual([phone, alone])
  })

  test('is the one that no other entry names', async () => {
    const { beside, alone } = await cableTwice()
    const cable = { item_id: goods.cable, item_quantity: 1 }
    const { items } = dataOf<Quote>(await open([cable, { line_id: beside, item_quantity: 1 }]))
    expect(items.map(({ line_id }) => line_id)).toEqual([alone, beside])
  })
})

test('a line that is not there is refused, a foreign one alike', async () => {
  const { phone } = await cableTwice()
  dataOf(await open([{ line_id: phone, item_quantity: 1 }]))
  const stranger = await counter.buyer()
  dataOf(await stranger.add(goods.cable))
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
