import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newBuyer, dataOf, refusalOf, type Buyer, type Quote } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'
import { goods, openSmallShop, restock } from '#test/support/small-shop.ts'

let database: TestDatabase
let door: Door
let buyer: Buyer

beforeAll(async () => {
  database = await testDatabase()
  await openSmallShop(database.db)
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})
beforeEach(async () => {
  await restock(database.db)
  buyer = await newBuyer(door)
})

const move = (fields: Record<string, string>) =>
  door.call('PUT', '/api/cart/v1/quote/province', {
    token: buyer.token,
    form: new URLSearchParams(fields),
  })
const open = async () => dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))

describe('PUT /v1/quote/province', () => {
  test('lists what changes and applies nothing before it is confirmed', async () => {
    await buyer.prepare(goods.phone, 1)
    const answer = await move({ province_id: '24' })
    expect(refusalOf(answer)).toBe('409 province_change_needs_confirm')
    expect(answer.body?.error?.data).toEqual({
      changes: {
        province_id: 24,
        province_name: 'Hà Nội',
        lines: [
          {
            item_id: goods.phone,
            name: expect.any(String),
            color_name: 'Cam Vũ Trụ',
            item_quantity: 1,
            previous_price: 30_990_000,
            price: 30_490_000,
            previous_supply: 'nearby',
            supply: 'nearby',
          },
        ],
        previous_shipping_fee: 0,
        shipping_fee: 0,
        previous_total: 30_990_000,
        grand_total: 30_490_000,
      },
    })
    expect(await open()).toMatchObject({ province_id: 30, totals: { grand_total: 30_990_000 } })
  })

  test('applies what was confirmed, and the order is made at that total', async () => {
    await buyer.prepare(goods.phone, 1)
    const moved = dataOf<Quote>(await move({ province_id: '24', is_confirmed: 'true' }))
    expect(moved).toMatchObject({ province_id: 24, totals: { grand_total: 30_490_000 } })
    expect(moved.recipient).not.toBeNull()
    expect(dataOf(await buyer.order())).toMatchObject({ totals: { grand_total: 30_490_000 } })
  })

  test('asks nothing when nothing changes', async () => {
    await buyer.prepare(goods.cable, 1)
    expect(dataOf(await move({ province_id: '24' }))).toMatchObject({ province_id: 24 })
    expect(dataOf(await move({ province_id: '24' }))).toMatchObject({ province_id: 24 })
  })

  test('tells when pieces come from elsewhere there', async () => {
    await buyer.prepare(goods.phone, 3)
    const answer = await move({ province_id: '24' })
    expect(answer.body?.error?.data).toMatchObject({
      changes: { lines: [{ previous_supply: 'nearby', supply: 'elsewhere' }] },
    })
  })

  test('refuses without a checkout, and for a province that is none', async () => {
    expect(refusalOf(await move({ province_id: '24' }))).toBe('404 quote_not_found')
    await buyer.prepare(goods.cable, 1)
    expect((await move({ province_id: '999' })).status).toBe(422)
    expect((await move({ province_id: '' })).status).toBe(422)
    expect((await move({ province_id: '24', is_confirmed: 'maybe' })).status).toBe(422)
  })
})
