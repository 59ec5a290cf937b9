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
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { endOffers, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/cart'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(checkout.own.db)
  buyer = await checkout.buyer()
})

const uuidOf = async (promotion_id: number) => {
  const { db } = checkout.own
  const found = db.selectFrom('promotion').select('uuid').where('promotion_id', '=', promotion_id)
  return (await found.executeTakeFirstOrThrow()).uuid
}

/** "1 trong 3": a reduction, a cable, or another cable with little stock. */
async function threeToChooseFrom(total = 5, of_off: { excludes?: string[] } = {}) {
  const about = { product_id: products.phone_version, choice_group: 'mot-trong-ba', ...of_off }
  const { db } = checkout.own
  const off = await startPromotion(db, {
    kind: 'catalogue',
    name: 'Giảm',
    value: 500_000,
    ...about,
  })
  const cable = {
    kind: 'gift',
    name: 'Tặng cáp',
    gift_product_id: products.cable,
    ...about,
  } as const
  const few = { ...cable, name: 'Tặng cáp, ít suất', total }
  const ids = [off, await startPromotion(db, cable), await startPromotion(db, few)] as const
  const [money, gift, scarce] = await Promise.all([uuidOf(ids[0]), uuidOf(ids[1]), uuidOf(ids[2])])
  return { money, gift, scarce, ids }
}

const add = async (chosen_promotions: string[], item_id: number = products.phone) =>
  dataOf<Cart>(await buyer.call('POST', path, { item_id, chosen_promotions }))
const choose = (promotion_uuid: string, item_id: number = products.phone) =>
  buyer.call('PUT', `${path}/item/promotion`, { item_id, promotion_uuid })
const spokenIn = ({ items }: Pick<Cart | Quote, 'items'>) =>
  items.flatMap(({ price_trace }) => price_trace.flatMap(({ reference }) => reference ?? []))

describe('of a group of promotions', () => {
  test('the best applies if the shopper chose none', async () => {
    const { money, gift, scarce } = await threeToChooseFrom()
    const cart = dataOf<Cart>(await buyer.add(products.phone))
    expect(spokenIn(cart)).toEqual([money])
    expect(cart.items[0]?.choices).toMatchObject([{ choice_group: 'mot-trong-ba', taken: money }])
    expect(cart.items[0]).not.toHaveProperty('chosen_promotions')
    expect(cart.items[0]?.choices?.[0]?.promotions.map(({ uuid }) => uuid)).toEqual(
      expect.arrayContaining([money, gift, scarce]),
    )
  })

  test('the chosen one applies in cart, checkout and order', async () => {
    const { gift } = await threeToChooseFrom()
    const cart = await add([gift])
    expect(spokenIn(cart)).toEqual([gift])
    expect(cart.items).toMatchObject([
      { item_id: products.phone, previous_price: null, choices: [{ taken: gift }] },
      { item_id: products.cable, is_gift: true, final_price: 0 },
    ])
    const quote = dataOf<Quote>(await buyer.quote({ [products.phone]: 1 }))
    expect(spokenIn(quote)).toEqual([gift])
    expect(quote.totals.subtotal).toBe(cart.selected.subtotal)
    dataOf(await buyer.address())
    const order = dataOf<Order>(await buyer.order())
    expect(order.totals.grand_total).toBe(quote.totals.grand_total)
    expect(order.items.map(({ item_id, final_price }) => [item_id, final_price])).toEqual(
      quote.items.map(({ item_id, final_price }) => [item_id, final_price]),
    )
  })

  test('the choice of a line can be changed, and is refused with a reason if not available', async () => {
    const { money, gift, scarce } = await threeToChooseFrom()
    const before = await add([gift])
    const after = dataOf<Cart>(await choose(money))
    expect(spokenIn(after)).toEqual([money])
    expect(after.items[0]?.previous_price).toBeNull()
    expect(after.selected.subtotal).toBe(before.selected.subtotal - 500_000)
    expect(spokenIn(dataOf<Cart>(await choose(scarce)))).toEqual([scarce])
    const other = await startPromotion(checkout.own.db, { kind: 'catalogue', value: 9_000_000 })
    expect(refusalOf(await choose(await uuidOf(other)))).toBe('409 promotion_not_available')
    expect(refusalOf(await choose(money, products.cable))).toBe('404 item_not_in_cart')
    expect((await choose('là gì cũng được')).status).toBe(422)
    const stranger = await checkout.buyer()
    const json = { item_id: products.phone, promotion_uuid: money }
    const foreign = await stranger.call('PUT', `${path}/item/promotion`, json)
    expect(refusalOf(foreign)).toBe('404 item_not_in_cart')
    expect(spokenIn(await buyer.cart())).toEqual([scarce])
  })

  test('adding again without a choice leaves it, with another choice the last one counts', async () => {
    const { money, gift } = await threeToChooseFrom()
    await add([gift])
    expect(spokenIn(dataOf<Cart>(await buyer.add(products.phone)))).toEqual([gift])
    expect(spokenIn(await add([gift, money]))).toEqual([money])
  })

  test('promotions of other products, without a group or unknown are ignored', async () => {
    const { money } = await threeToChooseFrom()
    const { db } = checkout.own
    const of_cable = { product_id: products.cable, choice_group: 'khac' }
    const elsewhere = await startPromotion(db, { kind: 'catalogue', value: 50_000, ...of_cable })
    const cart = await add([await uuidOf(elsewhere), '00000000-0000-4000-8000-000000000000'])
    expect(spokenIn(cart)).toEqual([money])
    expect(cart.items[0]).not.toHaveProperty('chosen_promotions')
    const nonsense = { item_id: products.phone, chosen_promotions: ["'; drop table cart_item"] }
    expect((await buyer.call('POST', path, nonsense)).status).toBe(422)
  })
})

describe('a choice that is no longer available', () => {
  test('is shown, and the best available one applies: it is over', async () => {
    const { money, gift, ids } = await threeToChooseFrom()
    await add([gift])
    const { db } = checkout.own
    await db
      .updateTable('promotion')
      .set({ is_active: false })
      .where('promotion_id', '=', ids[1])
      .execute()
    const cart = await buyer.cart()
    expect(spokenIn(cart)).toEqual([money])
    expect(cart.items[0]).toMatchObject({ lost_promotion: '', chosen_promotions: [gift] })
    const chosen = dataOf<Cart>(await choose(money))
    expect(chosen.items[0]).toMatchObject({ chosen_promotions: [money] })
    expect(chosen.items[0]).not.toHaveProperty('lost_promotion')
  })

  test('it is used up, or has less than the quantity', async () => {
    const { money, scarce } = await threeToChooseFrom(1)
    await add([scarce])
    expect(spokenIn(await buyer.cart())).toEqual([scarce])
    const two = dataOf<Cart>(await buyer.add(products.phone))
    expect(spokenIn(two)).toEqual([money])
    expect(two.items[0]).toMatchObject({ lost_promotion: 'Tặng cáp, ít suất' })
    const json = { item_id: products.phone, item_quantity: 1 }
    const one = dataOf<Cart>(await buyer.call('PUT', `${path}/item/quantity`, json))
    expect(spokenIn(one)).toEqual([scarce])
  })

  test('it is not combined with the price of a flash sale', async () => {
    const { gift } = await threeToChooseFrom(5, { excludes: ['flash'] })
    await add([gift])
    await openFlashSale(checkout.own.db, {
      item_id: products.phone,
      price: 25_000_000,
      slots: 3,
      now: checkout.now,
    })
    const [line, ...others] = (await buyer.cart()).items
    expect(others).toEqual([])
    expect(line).toMatchObject({ lost_promotion: 'Tặng cáp', choices: [{ taken: null }] })
    expect(line?.choices?.[0]?.promotions.every(({ can_be_had }) => !can_be_had)).toBe(true)
  })

  test('it is taken by another customer between checkout and order: the total changes', async () => {
    const { scarce } = await threeToChooseFrom(1)
    await add([scarce])
    const quote = dataOf<Quote>(await buyer.quote({ [products.phone]: 1 }))
    dataOf(await buyer.address())
    const { db } = checkout.own
    await db.updateTable('quota').set({ taken: 1 }).where('total', '=', 1).execute()
    expect(refusalOf(await buyer.order())).toBe('409 grand_total_change')
    const order = dataOf<Order>(await buyer.order())
    expect(order.totals.grand_total).toBe(quote.totals.grand_total - 500_000)
  })
})

test('an abandoned cart is restored with its choices', async () => {
  const { gift } = await threeToChooseFrom()
  await add([gift])
  const left = dataOf<{ code: string }>(await buyer.call('POST', '/api/cart/v1/abandon-cart', {}))
  const other = await checkout.buyer()
  dataOf(await other.call('POST', '/api/cart/v1/abandon-cart', { code: left.code }))
  expect(spokenIn(await other.cart())).toEqual([gift])
})
