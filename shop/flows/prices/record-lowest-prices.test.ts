import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { recordLowest, sweepLowest } from '#shop/flows/prices/record-lowest-prices.ts'
import { seeded_at } from '#test/support/database.ts'
import { openDemoCatalog } from '#test/support/catalog.ts'

const day_ms = 24 * 3_600_000
let time = seeded_at.getTime()
const shop = openDemoCatalog(() => new Date(time))

const lowestOf = async (item_id: number) => {
  const { rows } = await sql<{ day: string; lowest: number }>`
    select day::text as day, lowest from price_day where product_id = ${item_id} order by day desc
  `.execute(shop.database.db)
  return rows[0]
}

/** Colours with a price that have none of this day. */
const unrecorded = async (day: string) => {
  const { rows } = await sql<{ product_id: number }>`
    select color.product_id
    from product color
    join price on price.product_id = color.product_id
      and price.province_id is null and price.customer_group_id is null
    where color.type = 'simple' and color.is_active and color.used_of is null and not exists (
      select from price_day where price_day.product_id = color.product_id and day = ${day}::date)
  `.execute(shop.database.db)
  return rows
}

test('the lowest price of a day is recorded, shown beside a reduction, and deleted when it is old', async () => {
  const { id: product_id } = await shop.catalog.resolve(null, { path: 'iphone-14-128gb' })
  const page = () => shop.catalog.product(null, { product_id, province_id: 30 })
  const [color] = (await page()).colors
  const item_id = color?.item_id ?? 0
  const paid = color?.special_price ?? 0
  expect(color?.lowest_price).toBe('Đang là giá thấp nhất 30 ngày')

  await recordLowest(shop.database.db, null, new Date(time))
  expect(await lowestOf(item_id)).toEqual({ day: '2026-09-15', lowest: paid })
  expect(await unrecorded('2026-09-15')).toEqual([])
  await sql`update price set sale_price = sale_price - 100000
    where product_id = ${item_id} and customer_group_id is null`.execute(shop.database.db)
  await recordLowest(shop.database.db, [product_id], new Date(time))
  expect(await lowestOf(item_id)).toMatchObject({ lowest: paid - 100_000 })
  await sql`update price set sale_price = sale_price + 100000
    where product_id = ${item_id} and customer_group_id is null`.execute(shop.database.db)
  await recordLowest(shop.database.db, [product_id], new Date(time))
  expect(await lowestOf(item_id)).toMatchObject({ lowest: paid - 100_000 })

  time += day_ms
  await shop.settle()
  const text = `Giá thấp nhất 30 ngày qua: ${formatDong(paid - 100_000)}`
  expect((await page()).colors[0]?.lowest_price).toContain(text)
  await sweepLowest(shop.database.db, new Date(time + 105 * day_ms))
  expect(await lowestOf(item_id)).toBeUndefined()
})
