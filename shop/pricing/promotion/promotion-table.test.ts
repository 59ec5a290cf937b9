import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offersOf } from '#shop/pricing/promotion/offer-rows.ts'
import type { Offers } from '#shop/pricing/promotion/offers.ts'
import { loadOfferTable } from '#shop/pricing/promotion/promotion-table-store.ts'
import { offersIn } from '#shop/pricing/promotion/promotion-table.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  // Targets of all kinds for the same products, with their own discounts.
  await sql`insert into promotion_target (promotion_id, product_id, category_id, percent)
    select 1, null, 1, 2 union all select 2, 2, null, 3 union all select 2, 1, null, null`.execute(
    database.db,
  )
})
afterAll(() => database.close())

interface Row {
  product_id: number
  version_id: number
  path: number[]
  offers: Offers
}

test('the table in memory gives the same offers of each colour as SQL', async () => {
  const columns = {
    product_id: sql.ref('product.product_id'),
    version_id: sql.ref('product.parent_id'),
    category_path: sql.ref('category.path'),
  }
  const { rows } = await sql<Row>`
    select product.product_id, product.parent_id as version_id, to_json(category.path) as path,
      ${offersOf(columns, seeded_at)} as offers
    from product join category using (category_id) where product.type = 'simple'
  `.execute(database.db)
  const whole = await loadOfferTable(database.db, null, seeded_at)
  const some = rows.filter((row) => row.version_id <= 20)
  const part = await loadOfferTable(
    database.db,
    some.map((row) => row.version_id),
    seeded_at,
  )
  expect(rows.length).toBeGreaterThan(700)
  for (const row of rows) expect(sorted(offersIn(whole, keysOf(row)))).toEqual(sorted(row.offers))
  for (const row of some) expect(sorted(offersIn(part, keysOf(row)))).toEqual(sorted(row.offers))
})

function keysOf({ product_id, version_id, path }: Row) {
  return { product_id, version_id, category_ids: path.toReversed() }
}

function sorted({ promotions, flash }: Offers) {
  return {
    promotions: promotions.toSorted((one, other) => one.promotion_id - other.promotion_id),
    flash: flash
      .map(({ ...offer }) => ({ ...offer, product_id: undefined }))
      .toSorted((one, other) => one.flash_sale_item_id - other.flash_sale_item_id),
  }
}
