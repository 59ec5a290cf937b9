import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedMissingOffers } from '#db/seed/missing-offers.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let own: TestDatabase
beforeEach(async () => {
  own = await testDatabase({ seeded: true, max: 4 })
})
afterEach(() => own.close())

const now = () => new Date(seeded_at.getTime() + 30 * 86_400_000)
/** Deletes all offers: the state of a demo that was seeded before offers existed. */
const forget = () =>
  sql`truncate promotion, promotion_target, flash_sale, flash_sale_item, voucher, combo, combo_item,
    quota, price_day cascade`.execute(own.db)

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from promotion) as promotions,
      (select count(*) from promotion_target) as targets, (select count(*) from voucher) as vouchers,
      (select count(*) from flash_sale) as windows, (select count(*) from flash_sale_item) as items,
      (select count(*) from combo_item) as combos, (select count(*) from price_day) as price_days
  `.execute(own.db)
  return rows[0] ?? {}
}

test('a demo without offers gets all of them once, and later rows get higher ids', async () => {
  const before = await counts()
  expect(await seedMissingOffers(own.db, { now })).toBe(false)
  await forget()
  expect(await seedMissingOffers(own.db, { now })).toBe(true)
  expect(await counts()).toEqual(before)
  expect(await seedMissingOffers(own.db, { now })).toBe(false)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from promotion where starts_at > ${now()} or ends_at < ${now()}`.execute(
    own.db,
  )
  expect(rows[0]?.n).toBe(0)
  await sql`insert into quota (total) values (1)`.execute(own.db)
})

test('products are found by SKU, not by id; deleted products are not offered', async () => {
  const { rows } = await sql<{ sku: string }>`
    select sku from flash_sale_item join product using (product_id) limit 1`.execute(own.db)
  const before = await counts()
  await forget()
  await sql`update product set sku = sku || '-CU' where sku = ${rows[0]?.sku ?? ''}`.execute(own.db)
  expect(await seedMissingOffers(own.db, { now })).toBe(true)
  const after = await counts()
  expect(after['windows']).toBe(before['windows'])
  expect(after['items']).toBeLessThan(before['items'] ?? 0)
})

test('a shop with other products or any offer of its own is not changed', async () => {
  await forget()
  await sql`insert into voucher (code, name, value) values ('CUATOI', 'Của tôi', 1000)`.execute(
    own.db,
  )
  expect(await seedMissingOffers(own.db, { now })).toBe(false)
  await forget()
  await sql`update product set sku = 'KHAC-' || product_id`.execute(own.db)
  expect(await seedMissingOffers(own.db, { now })).toBe(false)
  expect((await counts())['promotions']).toBe(0)
})
