import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '#test/support/checkout.ts'
import { type Buyer, refusalOf } from '#test/support/buyer.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { products, putInStock, shops } from '#test/support/small-shop.ts'

const checkout = openCheckout()
let buyer: Buyer

beforeEach(async () => {
  buyer = await checkout.buyer()
})
afterEach(() => closeOffers(checkout.own.db))

/** What the lines of the cart say of the sale. */
async function told(): Promise<string[]> {
  const headers = { cookie: `token=${buyer.token}` }
  const { text } = await checkout.door.call('GET', '/cart', { headers })
  return [...text.matchAll(/<p>((?:Mỗi SĐT|Chỉ còn)[^<]*)<\/p>/g)].map(([, words = '']) => words)
}

const second_color = 12

/** A second colour of the phone, in the same sale. */
async function addColor(flash_sale_item_id: number): Promise<number> {
  const { db } = checkout.own
  const item_id = second_color
  await sql`insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id, name,
      color_name, color_slug)
    select ${item_id}, 'SECOND', type, parent_id, family_id, brand_id, category_id, name, 'Bạc', 'bac'
    from product where product_id = ${products.phone}`.execute(db)
  await sql`insert into price (product_id, list_price) values (${item_id}, 34990000)`.execute(db)
  await addToSale(item_id, flash_sale_item_id)
  await putInStock(db, [{ item_id, free: { [shops.first]: 9 } }])
  return item_id
}

async function addToSale(item_id: number, flash_sale_item_id: number): Promise<void> {
  await sql`with slots as (insert into quota (total) values (10) returning quota_id)
    insert into flash_sale_item (flash_sale_id, product_id, price, quota_id)
    select flash_sale_id, ${item_id}, price, slots.quota_id from flash_sale_item, slots
    where flash_sale_item_id = ${flash_sale_item_id}`.execute(checkout.own.db)
}

describe('the cart says before the checkout', () => {
  test('that two colours of one product share what a customer may have', async () => {
    const { now, own } = checkout
    const offer = { item_id: products.phone, price: 20_000_000, slots: 10, now }
    const second = await addColor((await openFlashSale(own.db, offer)).flash_sale_item_id)
    await buyer.add(products.phone)
    expect(await told()).toEqual([])
    await buyer.add(second)
    const text =
      'Mỗi SĐT chỉ được mua 1 sản phẩm cùng loại với giá Flash Sale, tính chung các màu. Vui lòng bỏ chọn bớt.'
    expect(await told()).toEqual([text, text])
    const refused = await buyer.quote({ [products.phone]: 1, [second]: 1 })
    expect(refusalOf(refused)).toBe('409 exceed_quantity_flashsale')
  })

  // The rule of the cart's page is a copy of what the checkout counts: both must say the same.
  test('what the checkout refuses, and nothing else', async () => {
    const { now, own } = checkout
    const wrong: string[] = []
    for (const per_customer of [1, 2, 3]) {
      const offer = { item_id: products.phone, price: 20_000_000, slots: 10, per_customer, now }
      const { flash_sale_item_id } = await openFlashSale(own.db, offer)
      await addToSale(second_color, flash_sale_item_id)
      for (const [first, second] of [
        [1, 0],
        [2, 0],
        [1, 1],
        [2, 1],
        [1, 2],
      ] as const) {
        buyer = await checkout.buyer()
        await buyer.add(products.phone, first)
        if (second > 0) await buyer.add(second_color, second)
        const words = await told()
        const goods: Record<number, number> = { [products.phone]: first }
        if (second > 0) goods[second_color] = second
        const is_refused = (await buyer.quote(goods)).status === 409
        if (words.length > 0 !== is_refused)
          wrong.push(`${per_customer}: ${first} + ${second}: ${words.join(' ')} / ${is_refused}`)
      }
      await closeOffers(own.db)
    }
    expect(wrong).toEqual([])
  })

  test('that there are fewer slots than pieces', async () => {
    const { now, own } = checkout
    const offer = { item_id: products.cable, price: 90_000, slots: 2, per_customer: 5, now }
    await openFlashSale(own.db, offer)
    await buyer.add(products.cable, 2)
    expect(await told()).toEqual([])
    await buyer.add(products.cable)
    expect(await told()).toEqual(['Chỉ còn 2 suất Flash Sale. Vui lòng giảm số lượng.'])
  })
})
