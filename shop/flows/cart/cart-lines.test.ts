import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Buyer, type Cart } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { endOffers, startCombo, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products, shops, putInStock } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/cart'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(checkout.own.db)
  buyer = await checkout.buyer()
})

const remove = (json: unknown) => buyer.call('DELETE', `${path}/item`, json)
const setQuantity = (json: unknown) => buyer.call('PUT', `${path}/item/quantity`, json)
const select = (json: unknown) => buyer.call('PUT', `${path}/item/selection`, json)
const cartOf = async (answer: ReturnType<typeof remove>) => dataOf<Cart>(await answer)

/** Two phones, and a cable at a combo's price beside them. */
async function phonesWithCable(): Promise<{ phone: number; beside: number }> {
  const combo_item_id = await startCombo(checkout.own.db, {
    main_product_id: products.phone_version,
    product_id: products.cable,
    price: 99_000,
  })
  dataOf(await buyer.add(products.phone, 2))
  const beside = { main_product_combo_id: products.phone, combo_item_id }
  const { items } = await cartOf(buyer.call('POST', path, { item_id: products.cable, ...beside }))
  return { phone: items[0]?.line_id ?? 0, beside: items[1]?.line_id ?? 0 }
}

/** The same cart with another cable in a line of its own. */
async function cableTwice() {
  const { phone, beside } = await phonesWithCable()
  const { items } = await cartOf(buyer.add(products.cable))
  return { phone, beside, alone: items[2]?.line_id ?? 0 }
}

describe('a line of the cart', () => {
  test('has a stable number and names the main line it is beside', async () => {
    const { phone, beside, alone } = await cableTwice()
    expect(new Set([phone, beside, alone, 0]).size).toBe(4)
    const again = await cartOf(buyer.add(products.cable))
    expect(again.items).toMatchObject([
      { line_id: phone, parent_line_id: null },
      { line_id: beside, parent_line_id: phone, parent_item_id: products.phone },
      { line_id: alone, parent_line_id: null, item_quantity: 2 },
    ])
  })

  test('has a number, but a gift has none and names the line it comes with', async () => {
    const gift = {
      kind: 'gift',
      gift_product_id: products.cable,
      product_id: products.phone,
    } as const
    await startPromotion(checkout.own.db, gift)
    const { items } = await cartOf(buyer.add(products.phone))
    expect(items[1]).toMatchObject({ line_id: null, parent_line_id: items[0]?.line_id })
    expect(items[1]?.is_gift).toBe(true)
  })

  test('at a combo’s price is changed, chosen and removed by its number alone', async () => {
    const { phone, beside, alone } = await cableTwice()
    const two = await cartOf(setQuantity({ line_id: beside, item_quantity: 2 }))
    expect(two.items.map((line) => line.item_quantity)).toEqual([2, 2, 1])
    const one = await cartOf(select({ line_ids: [beside] }))
    expect(one.items.map((line) => line.is_selected)).toEqual([false, true, false])
    const left = await cartOf(remove({ line_id: beside }))
    expect(left.items.map((line) => line.line_id)).toEqual([phone, alone])
  })

  test('is removed together with the lines beside it, and no others', async () => {
    const { phone, alone } = await cableTwice()
    const fewer = await cartOf(setQuantity({ line_id: phone, item_quantity: 1 }))
    expect(fewer.items.map((line) => line.item_quantity)).toEqual([1, 1, 1])
    const left = await cartOf(remove({ line_id: phone }))
    expect(left.items.map((line) => line.line_id)).toEqual([alone])
  })
})

describe('a line that is named by its item', () => {
  test('is found if the item is in one line only', async () => {
    const { beside } = await phonesWithCable()
    const cable = { item_id: products.cable, item_type: 1 }
    const two = await cartOf(setQuantity({ ...cable, item_quantity: 2 }))
    expect(two.items[1]).toMatchObject({ line_id: beside, item_quantity: 2 })
    expect((await cartOf(remove(cable))).items).toHaveLength(1)
  })

  test('is found among several lines by the main line it is beside', async () => {
    const { phone, alone } = await cableTwice()
    const cable = { item_id: products.cable, main_product_combo_id: products.phone }
    const left = await cartOf(remove(cable))
    expect(left.items.map((line) => line.line_id)).toEqual([phone, alone])
  })

  test('is ambiguous, for every operation, if the item is in a line of its own and beside another', async () => {
    const { beside, alone } = await cableTwice()
    const before = await buyer.cart()
    const cable = { item_id: products.cable, item_type: 1 }
    const promotion_uuid = '00000000-0000-4000-8000-000000000000'
    const answers = [
      await remove(cable),
      await setQuantity({ ...cable, item_quantity: 2 }),
      await select({ item_ids: [products.cable] }),
      await buyer.call('PUT', `${path}/item/promotion`, { ...cable, promotion_uuid }),
    ]
    expect(answers.map(refusalOf)).toEqual(Array(4).fill('409 line_ambiguous'))
    expect(answers[0]?.body?.error?.data).toEqual({
      item_id: products.cable,
      line_ids: [beside, alone],
    })
    expect(await buyer.cart()).toEqual(before)
  })

  test('is ambiguous if the item is beside two different main lines', async () => {
    await phonesWithCable()
    const { db } = checkout.own
    await putInStock(db, [{ item_id: products.rare, free: { [shops.first]: 5 } }])
    const combo = { main_product_id: products.rare, product_id: products.cable, price: 98_000 }
    const combo_item_id = await startCombo(db, combo)
    dataOf(await buyer.add(products.rare))
    const beside = { main_product_combo_id: products.rare, combo_item_id }
    await cartOf(buyer.call('POST', path, { item_id: products.cable, ...beside }))
    expect(refusalOf(await remove({ item_id: products.cable }))).toBe('409 line_ambiguous')
  })
})

describe('a line that does not exist', () => {
  test('is refused with item_not_in_cart, and nothing changes', async () => {
    const { phone, beside } = await phonesWithCable()
    const before = await buyer.cart()
    const gone = beside + 1_000
    const answers = [
      await remove({ line_id: gone }),
      await setQuantity({ line_id: gone, item_quantity: 1 }),
      await select({ line_ids: [phone, gone] }),
      await select({ item_ids: [products.phone, 999_999] }),
      await select({ item_type: 2, line_ids: [phone] }),
      await remove({ item_id: products.cable, main_product_combo_id: products.cable }),
    ]
    expect(answers.map(refusalOf)).toEqual(Array(6).fill('404 item_not_in_cart'))
    expect(await buyer.cart()).toEqual(before)
  })

  test('a foreign line and an absent line get the same answer', async () => {
    const { phone } = await phonesWithCable()
    const stranger = await checkout.buyer()
    const removeBy = (line_id: number) => stranger.call('DELETE', `${path}/item`, { line_id })
    expect((await removeBy(phone)).body).toEqual((await removeBy(phone + 1_000)).body)
    expect((await buyer.cart()).items).toHaveLength(2)
  })

  test('without number and item a field is missing', async () => {
    for (const json of [{}, { item_type: 1 }, { line_id: '', item_id: '' }]) {
      const answer = await remove(json)
      expect(refusalOf(answer)).toBe('422 invalid_input')
      expect(answer.body?.error?.data).toHaveProperty('problems.item_id')
    }
  })

  test('a form names the line like JSON', async () => {
    const { beside } = await phonesWithCable()
    const form = new URLSearchParams({ line_id: String(beside), item_id: '', item_type: '1' })
    const ask = { token: buyer.token, form }
    const answer = await checkout.door.call('DELETE', `${path}/item`, ask)
    expect(dataOf<Cart>(answer).items).toHaveLength(1)
    const { rows } = await sql`select from cart_item where cart_item_id = ${beside}`.execute(
      checkout.own.db,
    )
    expect(rows).toEqual([])
  })
})
