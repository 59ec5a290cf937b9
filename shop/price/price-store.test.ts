import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestPrice, joinGuestPrice, pricesAt } from '#shop/price/price-store.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let product_ids: number[]

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product where type = 'simple' order by 1
  `.execute(database.db)
  product_ids = rows.map((row) => row.id)
  // A price for one province only, which the country does not have.
  await sql`insert into price (product_id, province_id, list_price)
    select product_id, 24, 1000000 from product
    where type = 'simple' and product_id not in (select product_id from price)
    order by product_id limit 1`.execute(database.db)
})
afterAll(() => database.close())

test.each([30, 24, 15, 13, 63])(
  'SQL and the rule say the same of every product in province %i',
  async (province_id) => {
    const { rows } = await sql<{
      id: number
      list_price: number | null
      final_price: number | null
    }>`
      select product.product_id as id, ${guestPrice.list_price} as list_price,
        ${guestPrice.final_price} as final_price
      from product ${joinGuestPrice('product.product_id', province_id)}
      where product.type = 'simple' order by 1
    `.execute(database.db)
    const prices = await pricesAt(database.db, product_ids, {
      province_id,
      customer_group_id: null,
      now: new Date(0),
    })
    const ruled = product_ids.map((id) => ({
      id,
      list_price: prices.get(id)?.list_price ?? null,
      final_price: prices.get(id)?.final_price ?? null,
    }))
    expect(rows).toEqual(ruled)
    expect(prices.size).toBeGreaterThan(695)
  },
)

test('students pay less for laptops, and nobody pays more for being somebody', async () => {
  const guests = await pricesAt(database.db, product_ids, {
    province_id: 30,
    customer_group_id: null,
    now: new Date(0),
  })
  const students = await pricesAt(database.db, product_ids, {
    province_id: 30,
    customer_group_id: 5,
    now: new Date(0),
  })
  const savings = product_ids.map(
    (id) => (guests.get(id)?.final_price ?? 0) - (students.get(id)?.final_price ?? 0),
  )
  expect(Math.min(...savings)).toBe(0)
  expect(savings.filter((saving) => saving > 0).length).toBeGreaterThan(50)
})
