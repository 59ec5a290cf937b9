import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations } from '#contracts/storefront/locations.ts'
import { openChangeFeed } from '#platform/database/change-feed.ts'
import { createLog } from '#platform/observe/log.ts'
import { locationsService } from '#shop/location/locations-service.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { putInStock } from '#test/support/small-shop.ts'

let database: TestDatabase
let service: ReturnType<typeof locationsService>

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  service = locationsService({ db: database.db, now: () => new Date(), feed: null })
})
afterAll(() => database.close())

describe('provinces', () => {
  test('popular ones come first, the others in Vietnamese order', async () => {
    const provinces = locations.provinces.output.parse(await service.provinces(null, {}))
    const names = provinces.map((province) => province.name)
    expect(names).toHaveLength(63)
    expect(names.slice(0, 3)).toEqual(['Hồ Chí Minh', 'Hà Nội', 'Đà Nẵng'])
    expect(names.indexOf('Đắk Lắk')).toBe(names.indexOf('Cao Bằng') + 1)
    expect(names.slice(-2)).toEqual(['Vĩnh Phúc', 'Yên Bái'])
  })

  test("carry the retailer's own numbers and the code in force", async () => {
    const provinces = await service.provinces(null, {})
    const codes = new Map(
      provinces.map((province) => [province.province_id, province.official_code]),
    )
    expect([codes.get(30), codes.get(24), codes.get(9), codes.get(15)]).toEqual([
      '79',
      '01',
      '79',
      '48',
    ])
    expect(new Set(codes.values()).size).toBe(34)
    expect(codes.has(8)).toBe(false)
  })
})

test('provinces that have an item are sorted by distance', async () => {
  const { rows } = await sql<{ item_id: number }>`
    select product_id as item_id from stock join shop using (shop_id) where quantity > 0
    group by product_id order by count(distinct province_id) desc, product_id limit 1
  `.execute(database.db)
  const item_id = rows[0]?.item_id ?? 0
  const found = locations.provincesWithStock.output.parse(
    await service.provincesWithStock(null, { item_id, province_id: 24 }),
  )
  expect(found.length).toBeGreaterThan(3)
  expect(found[0]?.province_id).toBe(24)
  const shops = await service.shopsWithStock(null, { item_id, province_id: 24, item_quantity: 1 })
  expect(found[0]?.shop_count).toBe(shops.length)
  const order = found.map((province) => province.name)
  expect(order.indexOf('Hồ Chí Minh')).toBeGreaterThan(order.indexOf('Đà Nẵng'))
})

test('shops are kept in memory until a notice says that one has changed', async () => {
  const log = createLog({ service: 'test', level: 'fatal' })
  const feed = await openChangeFeed({ database_url: database.url, log })
  const now = new Date()
  const kept = locationsService({ db: database.db, now: () => now, feed })
  const [first] = await kept.shops(null, {})
  const renamed = async () => (await kept.shops(null, {}))[0]?.name
  await sql`update shop set name = 'Cửa hàng mới' where shop_id = ${first?.id}`.execute(database.db)
  await expect.poll(renamed).toBe('Cửa hàng mới')
  await sql`update shop set name = ${first?.name} where shop_id = ${first?.id}`.execute(database.db)
  await feed.close()
})

describe('the provinces that have shops', () => {
  test('are those of today, each with the shops of the former ones in it', async () => {
    const directory = locations.shopDirectory.output.parse(
      await service.shopDirectory(null, { kind: 'ban-hang' }),
    )
    const official = new Set((await service.officialProvinces(null, {})).map(({ name }) => name))
    const names = directory.provinces.map(({ province }) => province.Name)
    expect(names.filter((name) => !official.has(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    const [saigon] = directory.provinces
    expect(saigon).toMatchObject({
      province: { Id: 30, Name: 'Hồ Chí Minh' },
      province_ids: [30, 9, 3],
      total: 17,
    })
  })

  test('answer the same shops to every number of a province, which keep their postal address', async () => {
    const now = await service.shops(null, { province_id: 30 })
    expect(now).toHaveLength(17)
    expect(await service.shops(null, { province_id: 9 })).toEqual(now)
    expect(new Set(now.map(({ current_province }) => current_province.name))).toEqual(
      new Set(['Hồ Chí Minh']),
    )
    expect(now.filter(({ province }) => province.Name === 'Bình Dương')).toHaveLength(2)
  })
})

describe('shops', () => {
  test('that sell are listed, those that only repair are not', async () => {
    const shops = locations.shops.output.parse(await service.shops(null, {}))
    expect(shops).toHaveLength(48)
    expect((await service.shops(null, { province_id: 24 })).length).toBe(9)
    expect(await service.shops(null, { province_id: 63 })).toEqual([])
  })

  test('with stock are those of the province that have the quantity', async () => {
    const { rows } = await sql<{ item_id: number; max: number }>`
      select product_id as item_id, max(quantity) as max from stock join shop using (shop_id)
      where province_id in (30, 9, 3) group by product_id order by product_id limit 1
    `.execute(database.db)
    const { item_id, max } = rows[0] ?? { item_id: 0, max: 0 }
    const ask = async (item_quantity: number) =>
      locations.shopsWithStock.output.parse(
        await service.shopsWithStock(null, { item_id, province_id: 30, item_quantity }),
      )
    expect((await ask(1)).length).toBeGreaterThan(1)
    expect((await ask(1)).every(({ shop }) => shop.current_province.province_id === 30)).toBe(true)
    expect((await ask(max)).length).toBeGreaterThan(0)
    expect(await ask(max + 1)).toEqual([])
  })

  test('a quantity of three is few', async () => {
    const levelOf = async (quantity: number) => {
      await putInStock(database.db, [{ item_id: 2, free: { 1: quantity } }])
      const rows = await service.shopsWithStock(null, {
        item_id: 2,
        province_id: 30,
        item_quantity: 1,
      })
      return rows.find(({ shop }) => shop.id === 1)?.level
    }
    expect([await levelOf(4), await levelOf(3), await levelOf(0)]).toEqual([
      'in_stock',
      'few_left',
      undefined,
    ])
  })
})

test('a province says how many of its shops have an item', async () => {
  await putInStock(database.db, [{ item_id: 2, free: { 1: 4 } }])
  const [here] = await service.provincesWithStock(null, { item_id: 2, province_id: 9 })
  const stocked = await service.shopsWithStock(null, {
    ...{ item_id: 2, province_id: 30, item_quantity: 1 },
  })
  expect(here).toMatchObject({ province_id: 30, shop_count: stocked.length, shop_total: 17 })
})
