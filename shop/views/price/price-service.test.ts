import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/calculate-price'
const calculate = (json: unknown) => checkout.door.call('POST', path, { json })

interface Calculated {
  province_id: number
  items: (Quote['items'][number] & { price_trace: { rule: string; amount: number }[] })[]
  totals: Quote['totals']
}

const phone = { item_id: products.phone, item_quantity: 2 }
const cable = { item_id: products.cable, item_quantity: 3 }

describe('POST /v1/calculate-price', () => {
  test('prices a list for a province, each price with its trace, without a token', async () => {
    const answer = dataOf<Calculated>(await calculate({ items: [phone, cable] }))
    expect(answer.province_id).toBe(30)
    expect(answer.items).toMatchObject([
      {
        item_id: products.phone,
        item_quantity: 2,
        price: 34_990_000,
        final_price: 30_990_000,
        line_total: 61_980_000,
        price_trace: [
          { rule: 'list', amount: 34_990_000 },
          { rule: 'sale', amount: 30_990_000 },
        ],
      },
      { item_id: products.cable, line_total: 450_000 },
    ])
    expect(answer.totals).toMatchObject({
      item_quantity: 5,
      list_total: 70_550_000,
      discount: 8_120_000,
      subtotal: 62_430_000,
      shipping_fee: 0,
      grand_total: 62_430_000,
    })
  })

  test('another province has its own prices, with their trace', async () => {
    const { items } = dataOf<Calculated>(await calculate({ province_id: 24, items: [phone] }))
    expect(items[0]).toMatchObject({ final_price: 30_490_000 })
    expect(items[0]?.price_trace.map((step) => step.rule)).toEqual(['list', 'province', 'sale'])
  })

  test('has the same totals as a checkout of the same items', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.cable, 1)
    const { totals } = dataOf<Quote>(await buyer.quote({ [products.cable]: 1 }))
    const items = [{ item_id: products.cable }]
    expect(dataOf<Calculated>(await calculate({ items })).totals).toEqual(totals)
    const pick_up = { items, shipping_method: 'store_pickup' }
    expect(dataOf<Calculated>(await calculate(pick_up)).totals.shipping_fee).toBe(0)
  })

  test('stores nothing', async () => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`select (select count(*) from quote)
        + (select count(*) from cart_item) + (select count(*) from customer)
        + (select count(*) from session) as count`.execute(checkout.own.db)
      return rows[0]?.count
    }
    const before = await count()
    dataOf(await calculate({ items: [phone, cable] }))
    expect(await count()).toBe(before)
  })

  test('takes the fields of a form too', async () => {
    const form = new URLSearchParams({
      province_id: '30',
      'items[0][item_id]': String(products.cable),
      'items[0][item_quantity]': '2',
    })
    const { totals } = dataOf<Calculated>(await checkout.door.call('POST', path, { form }))
    expect(totals).toMatchObject({ subtotal: 300_000, shipping_fee: 0 })
  })

  test.each([
    ['unknown', 987_654],
    ['a version, which is no item', products.phone_version],
    ['without a price', products.unpriced],
    ['off sale', products.withdrawn],
  ])('an item that is %s: item_not_found with its number', async (_why, item_id) => {
    const answer = await calculate({ items: [cable, { item_id, item_quantity: 1 }] })
    expect(refusalOf(answer)).toBe('404 item_not_found')
    expect(answer.body?.error?.data).toEqual({ item_id })
  })

  test.each([
    ['no list', {}],
    ['an empty list', { items: [] }],
    ['fifty-one lines', { items: Array.from({ length: 51 }, () => cable) }],
    ['a quantity of 0', { items: [{ item_id: products.cable, item_quantity: 0 }] }],
    ['a negative quantity', { items: [{ item_id: products.cable, item_quantity: -1 }] }],
    ['a quantity that is not whole', { items: [{ item_id: products.cable, item_quantity: 1.5 }] }],
    ['a quantity of 100', { items: [{ item_id: products.cable, item_quantity: 100 }] }],
    ['1e3', { items: [{ item_id: '1e3' }] }],
    ['a list that is text', { items: 'all' }],
    ['a province that is text', { province_id: 'Hà Nội', items: [cable] }],
  ])('%s is refused with the name of the field', async (_what, json) => {
    const answer = await calculate(json)
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(JSON.stringify(answer.body?.error?.data)).toMatch(/items|province_id/)
  })

  test('prices in the request are ignored', async () => {
    const items = [{ ...cable, final_price: 1, price: 1, line_total: 1 }]
    const answer = dataOf<Calculated>(await calculate({ items, totals: { grand_total: 1 } }))
    expect(answer.totals.subtotal).toBe(450_000)
  })
})
