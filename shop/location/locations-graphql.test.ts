import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seeded_at } from '#test/support/database.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const address = '/api/dashboard/graphql/query'
const demo = openDemoShop({ now: () => seeded_at })

async function ask<T>(query: string, variables: object = {}): Promise<T> {
  const answer = await demo.door.call('POST', address, { json: { query, variables } })
  const body = JSON.parse(answer.text) as { data?: T; errors?: { message: string }[] }
  if (!body.data || body.errors) throw new RangeError(answer.text)
  return body.data
}

interface Shops {
  total: number
  size: number
  data: { id: number; name: string; province: { Id: number; Name: string }; kinds: string[] }[]
}

const unit_fields = '{ Id Name Code slug }'
const all_fields = `id name external_id code gallery company_id image address time_opening phone
  ward ${unit_fields} district ${unit_fields} province ${unit_fields} zalo_link google_link shop_description
  google_map_address note kinds latitude longitude stock_level`

describe('shops', () => {
  test('are all shops that people can visit, a thousand per page, with every field of contract §3', async () => {
    const { shops } = await ask<{ shops: Shops }>(
      `query shops { shops { total page size data { ${all_fields} } } }`,
    )
    expect(shops).toMatchObject({ total: 59, page: 1, size: 1_000 })
    expect(shops.data[0]).toMatchObject({
      id: 1,
      external_id: 1001,
      code: 'CH001',
      company_id: 1,
      time_opening: '08:00 - 21:30',
      district: { Name: 'Quận 1', slug: 'quan-1' },
      province: { Id: 30, Name: 'Hồ Chí Minh', slug: 'ho-chi-minh' },
      kinds: ['ban_hang', 'sua_chua'],
      stock_level: null,
    })
  })

  test('by province, district, purpose and company', async () => {
    const query = `query shops($filter: ShopFilter) {
      shops(filter: $filter) { total data { id name province { Id Name } kinds } } }`
    const found = async (filter: object) => (await ask<{ shops: Shops }>(query, { filter })).shops
    const hanoi = await found({ province_id: 24 })
    expect(hanoi.total).toBeGreaterThan(5)
    expect(hanoi.data.every((shop) => shop.province.Id === 24)).toBe(true)
    const selling = await found({ kind: 'ban_hang' })
    const repairing = await found({ kind: 'sua_chua' })
    expect(selling.total).toBe(48)
    expect(repairing.data.every((shop) => shop.kinds.includes('sua_chua'))).toBe(true)
    const district = await found({ province_id: 30, district: 'quan-1' })
    expect(district.data.map((shop) => shop.id)).toContain(1)
    expect(district.total).toBeLessThan((await found({ province_id: 30 })).total)
    expect((await found({ company_id: 999 })).total).toBe(0)
    expect((await found({ district: "' or 1=1 --" })).total).toBe(0)
  })

  test('are paged; sizes and page numbers out of range are limited', async () => {
    const { one, two, odd } = await ask<Record<'one' | 'two' | 'odd', Shops>>(`{
      one: shops(size: 40) { total size data { id } }
      two: shops(size: 40, page: 2) { total size data { id } }
      odd: shops(size: 99999, page: -4) { total size data { id } }
    }`)
    expect([one.data.length, two.data.length]).toEqual([40, 19])
    expect(new Set([...one.data, ...two.data].map((shop) => shop.id)).size).toBe(59)
    expect(odd).toMatchObject({ size: 1_000, total: 59 })
  })

  test('a warehouse and a closed shop are in no list', async () => {
    await sql`update shop set kinds = '{kho-online}' where shop_id = 5`.execute(demo.own.db)
    await sql`update shop set is_active = false where shop_id = 6`.execute(demo.own.db)
    const { shops } = await ask<{ shops: Shops }>('{ shops { total data { id } } }')
    expect(shops.total).toBe(57)
    expect(shops.data.map((shop) => shop.id)).not.toContain(5)
    await sql`update shop set kinds = '{ban-hang}', is_active = true
      where shop_id in (5, 6)`.execute(demo.own.db)
  })
})

describe('shop_header', () => {
  const fields =
    '{ total province_total provinces { province { Id } total shops { id } } nearest { id province { Id } } }'
  type Header = {
    total: number
    province_total: number
    provinces: { province: { Id: number }; total: number; shops: { id: number }[] }[]
    nearest: { id: number; province: { Id: number } }[]
  }

  test('counts shops by province and shows the first ones', async () => {
    const { shop_header } = await ask<{ shop_header: Header }>(
      `query shop_header { shop_header(province_id: 24) ${fields} }`,
    )
    const { total, provinces, nearest, province_total } = shop_header
    expect(total).toBe(59)
    expect(provinces.reduce((sum, each) => sum + each.total, 0)).toBe(total)
    expect(provinces[0]?.province.Id).toBe(30)
    expect(provinces.every((each) => each.shops.length === Math.min(3, each.total))).toBe(true)
    expect(province_total).toBe(provinces.find((each) => each.province.Id === 24)?.total)
    expect(nearest.map((shop) => shop.province.Id)).toEqual([24, 24, 24])
  })

  test('with a position the nearest shops come first, in any province', async () => {
    const { shop_header } = await ask<{ shop_header: Header }>(
      `{ shop_header(province_id: 24, latitude: 10.78449, longitude: 106.68866, size: 2) ${fields} }`,
    )
    expect(shop_header.nearest[0]?.id).toBe(1)
    expect(shop_header.nearest).toHaveLength(2)
  })

  test('a province without shops has a total of 0 and no nearest shops', async () => {
    const { shop_header } = await ask<{ shop_header: Header }>(
      `{ shop_header(province_id: 9999) ${fields} }`,
    )
    expect(shop_header).toMatchObject({ province_total: 0, nearest: [] })
  })
})

describe('shops_by_product_sku_province_id', () => {
  type Found = { id: number; stock_level: string; province: { Id: number } }[]
  const askFor = async (sku: string, province_id: number) =>
    (
      await ask<{ shops_by_product_sku_province_id: Found }>(
        `query shops_by_product_sku_province_id($sku: String!, $province_id: Int!) {
          shops_by_product_sku_province_id(sku: $sku, province_id: $province_id) { ${all_fields} } }`,
        { sku, province_id },
      )
    ).shops_by_product_sku_province_id

  test('are those of the province that have the colour, with their stock level', async () => {
    const { rows } = await sql<{ sku: string; shops: number }>`
      select p.sku, count(*)::bigint as shops from stock s join product p using (product_id)
      join shop using (shop_id) where p.parent_id = 1 and s.quantity > 0
        and shop.province_id in (30, 9, 3)
      group by p.sku order by p.sku limit 1`.execute(demo.own.db)
    const { sku, shops } = rows[0] ?? { sku: '', shops: 0 }
    const found = await askFor(sku, 30)
    expect(found).toHaveLength(shops)
    expect(found.every((shop) => [30, 9, 3].includes(shop.province.Id))).toBe(true)
    expect(found.every((shop) => /^(in_stock|few_left)$/.test(shop.stock_level))).toBe(true)
    const version = await askFor('DT-APL-001-1', 30)
    expect(version.length).toBeGreaterThanOrEqual(found.length)
  })

  test('an unknown SKU, an empty SKU and an inactive product are in no shop', async () => {
    expect(await askFor('NOPE', 30)).toEqual([])
    expect(await askFor('', 30)).toEqual([])
    expect(await askFor('x'.repeat(5_000), 30)).toEqual([])
    await sql`update product set is_active = false where product_id = 1`.execute(demo.own.db)
    expect(await askFor('DT-APL-001-1', 30)).toEqual([])
    await sql`update product set is_active = true where product_id = 1`.execute(demo.own.db)
  })
})
