import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Buyer, type Order, type Quote } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { endOffers, startPromotion } from '#test/support/baskets/small-offers.ts'
import { goods, shops } from '#test/support/small-shop.ts'

const counter = openCounter()
const path = '/api/cart/v1/quote'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(counter.own.db)
  const gift = { kind: 'gift', gift_product_id: goods.cable } as const
  await startPromotion(counter.own.db, { ...gift, product_id: goods.phone })
  buyer = await counter.buyer()
})

const pickUpAt = (erp_shop_id: number) =>
  buyer.address({ shipping_method: 'store_pickup', erp_shop_id })
const giftsOf = ({ items }: Pick<Quote, 'items'>) => items.filter(({ is_gift }) => is_gift)
const leave = (shop_id: number, quantity: number) =>
  counter.own.db
    .updateTable('stock')
    .set({ quantity })
    .where('product_id', '=', goods.cable)
    .where('shop_id', '=', shop_id)
    .execute()
const none_left = [
  { item_id: goods.cable, name: expect.any(String), item_quantity: 1, shop_name: 'Cửa hàng 2' },
]

describe('a gift that the pick-up shop lacks', () => {
  test('is left out before the order, by name, and the order is made without it', async () => {
    const brought = await buyer.prepare(goods.phone)
    expect([giftsOf(brought).length, brought.gifts_left_out]).toEqual([1, []])
    const picked = dataOf<Quote>(await pickUpAt(shops.second))
    expect([giftsOf(picked), picked.gifts_left_out]).toEqual([[], none_left])
    expect(dataOf<Quote>(await buyer.call('GET', path)).gifts_left_out).toEqual(none_left)
    const order = dataOf<Order>(await buyer.order())
    expect(order.items.map(({ item_id }) => item_id)).toEqual([goods.phone])
  })

  test('stands in the checkout at a shop that has it, and goes along', async () => {
    await buyer.prepare(goods.phone)
    const picked = dataOf<Quote>(await pickUpAt(shops.first))
    expect([giftsOf(picked).length, picked.gifts_left_out]).toEqual([1, []])
    const order = dataOf<Order>(await buyer.order())
    expect(order.items.map(({ is_gift }) => is_gift)).toEqual([false, true])
  })

  test('that ran out after it was shown is asked about once, though the total is the same', async () => {
    await buyer.prepare(goods.phone)
    const picked = dataOf<Quote>(await pickUpAt(shops.first))
    await leave(shops.first, 0)
    const answer = await buyer.order()
    expect(refusalOf(answer)).toBe('409 grand_total_change')
    const { grand_total } = picked.totals
    expect(answer.body?.error?.data).toMatchObject({
      previous_total: grand_total,
      grand_total,
      problems: [{ item_id: goods.cable, reason: 'gift' }],
    })
    const order = dataOf<Order>(await buyer.order())
    expect([giftsOf(order), order.totals.grand_total]).toEqual([[], grand_total])
  })

  test('of which some are left is given as far as they go', async () => {
    await leave(shops.first, 1)
    await buyer.prepare(goods.phone, 2)
    const picked = dataOf<Quote>(await pickUpAt(shops.first))
    expect(giftsOf(picked)).toMatchObject([{ item_quantity: 1 }])
    expect(picked.gifts_left_out).toMatchObject([{ item_quantity: 1, shop_name: 'Cửa hàng 1' }])
    expect(giftsOf(dataOf<Order>(await buyer.order()))).toMatchObject([{ item_quantity: 1 }])
  })

  test('is told of too in a checkout that is opened anew for the shop chosen before', async () => {
    await buyer.prepare(goods.phone)
    dataOf(await pickUpAt(shops.second))
    const again = dataOf<Quote>(await buyer.quote({ [goods.phone]: 1 }))
    expect(again.gifts_left_out).toEqual(none_left)
    expect(giftsOf(dataOf<Order>(await buyer.order()))).toEqual([])
  })
})
