import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unitRules, type PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import { max_rules } from '#shop/pricing/price/rule.ts'
import { tablePrice } from '#shop/pricing/price/table-price.ts'
import { findItems } from '#shop/pricing/item/item-store.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let product_ids: number[]

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product where type = 'simple' order by 1
  `.execute(database.db)
  product_ids = rows.map((row) => row.id)
})
afterAll(() => database.close())

test('students pay less for laptops, and no student pays more than a guest', async () => {
  const guests = await pricesOf({
    province_id: 30,
    customer_group_id: null,
    now: new Date(0),
  })
  const students = await pricesOf({
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

test('no item of the demo has more rules than are searched exhaustively', async () => {
  const question = { province_id: 30, customer_group_id: 5, is_student: true, now: seeded_at }
  const items = await findItems(database.db, product_ids, question)
  const counts = items.map(({ price_rows, offers }) => {
    const amount = tablePrice(price_rows, question)?.amount ?? 0
    return unitRules(price_rows, offers, question, amount).length
  })
  expect(Math.max(...counts)).toBeGreaterThan(1)
  expect(Math.max(...counts)).toBeLessThanOrEqual(max_rules)
})

async function pricesOf(question: PriceQuestion) {
  const items = await findItems(database.db, product_ids, question)
  return new Map(items.flatMap(({ item_id, price }) => (price ? [[item_id, price]] : [])))
}
