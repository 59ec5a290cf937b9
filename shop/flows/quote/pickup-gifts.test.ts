import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Buyer, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { endOffers, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/quote'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(checkout.own.db)
  const gift = { kind: 'gift', gift_product_id: products.cable } as const
  await startPromotion(checkout.own.db, { ...gift, product_id: products.phone })
  buyer = await checkout.buyer()
})

const pickUpAt = (erp_shop_id: number) =>
  buyer.address({ shipping_method: 'store_pickup', erp_shop_id })
const giftsOf = ({ items }: Pick<Quote, 'items'>) => items.filter(({ is_gift }) => is_gift)
const leave = (shop_id: number, quantity: number) =>
  setFreeStock(
    checkout.own.db,
    quantity,
    sql`product_id = ${products.cable} and shop_id = ${shop_id}`,
  )
const none_left = [
  { item_id: products.cable, name: expect.any(String), item_quantity: 1, shop_name: 'Cửa hàng 2' },
]

describe('a gift that the pick-up shop lacks', () => {
  test('is listed as left out before the order, and the order is placed without it', async () => {
    const brought = await buyer.prepare(products.phone)
    expect([giftsOf(brought).length, brought.gifts_left_out]).toEqual([1, []])
    const picked = dataOf<Quote>(await pickUpAt(shops.second))
    expect([giftsOf(picked), picked.gifts_left_out]).toEqual([[], none_left])
    expect(dataOf<Quote>(await buyer.call('GET', path)).gifts_left_out).toEqual(none_left)
    const order = dataOf<Order>(await buyer.order())
    expect(order.items.map(({ item_id }) => item_id)).toEqual([products.phone])
  })

  test('is in the checkout and the order at a shop that has it', async () => {
    await buyer.prepare(products.phone)
    const picked = dataOf<Quote>(await pickUpAt(shops.first))
    expect([giftsOf(picked).length, picked.gifts_left_out]).toEqual([1, []])
    const order = dataOf<Order>(await buyer.order())
    expect(order.items.map(({ is_gift }) => is_gift)).toEqual([false, true])
  })

  test('that ran out after it was shown needs one confirmation, though the total is the same', async () => {
    await buyer.prepare(products.phone)
    const picked = dataOf<Quote>(await pickUpAt(shops.first))
    await leave(shops.first, 0)
    const answer = await buyer.order()
    expect(refusalOf(answer)).toBe('409 grand_total_change')
    const { grand_total } = picked.totals
    expect(answer.body?.error?.data).toMatchObject({
      previous_total: grand_total,
      grand_total,
      problems: [{ item_id: products.cable, reason: 'gift' }],
    })
    const order = dataOf<Order>(await buyer.order())
    expect([giftsOf(order), order.totals.grand_total]).toEqual([[], grand_total])
  })

  test('is given in part if only some are left', async () => {
    await leave(shops.first, 1)
    await buyer.prepare(products.phone, 2)
    const picked = dataOf<Quote>(await pickUpAt(shops.first))
    expect(giftsOf(picked)).toMatchObject([{ item_quantity: 1 }])
    expect(picked.gifts_left_out).toMatchObject([{ item_quantity: 1, shop_name: 'Cửa hàng 1' }])
    expect(giftsOf(dataOf<Order>(await buyer.order()))).toMatchObject([{ item_quantity: 1 }])
  })

  test('is also listed in a new checkout for the shop chosen before', async () => {
    await buyer.prepare(products.phone)
    dataOf(await pickUpAt(shops.second))
    const again = dataOf<Quote>(await buyer.quote({ [products.phone]: 1 }))
    expect(again.gifts_left_out).toEqual(none_left)
    expect(giftsOf(dataOf<Order>(await buyer.order()))).toEqual([])
  })
})
