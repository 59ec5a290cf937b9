import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importShop, type ImportResult, type Rejection } from '#shop/flows/import/import-shop.ts'
import { dataOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'

const fixture = 'test/fixtures/load-catalogue.ndjson'
const folder = mkdtempSync(join(tmpdir(), 'tiem-import-'))
const reserved = ['cart', 'tim-kiem']
let own: TestDatabase
let door: Door
let rejections: Rejection[]

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
  door = await openDoor(own)
})
beforeEach(() => {
  rejections = []
})
afterAll(async () => {
  await door.close()
  await own.close()
  rmSync(folder, { recursive: true, force: true })
})

function importFile(file: string, more = {}): Promise<ImportResult> {
  const on_rejected = async (rejection: Rejection) => void rejections.push(rejection)
  return importShop(own.db, file, { reserved, on_rejected, ...more })
}

function importText(text: string, name = 'given.ndjson'): Promise<ImportResult> {
  const file = join(folder, name)
  writeFileSync(file, text)
  return importFile(file)
}

function importRows(...rows: object[]): Promise<ImportResult> {
  return importText(rows.map((row) => JSON.stringify(row)).join('\n'))
}

async function all<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(own.db)).rows
}

async function pathsOf(sku: string): Promise<string[]> {
  const rows = await all<{ path: string }>(`
    select path || case when is_current then '' else ' (old)' end as path from slug
    join product on kind = 'product' and entity_id = product_id
    where sku = 'V-${sku}' order by is_current desc, path`)
  return rows.map(({ path }) => path)
}

async function totalFound(query: string): Promise<number> {
  const path = `/api/search/v1/products?q=${query}&province_id=30`
  return dataOf<{ total: number }>(await door.call('GET', path)).total
}

const cable = { sku: 'T-CABLE', name: 'Cáp thử', category: 'cap', list_price: 100_000 }

describe('the load catalogue', () => {
  const isAnalyzed = async () => {
    const tables =
      "select from pg_stat_user_tables where relname = 'price' and last_analyze is not null"
    return (await all(tables)).length > 0
  }

  test('is imported completely, compressed or not; a second import changes nothing', async () => {
    await importRows({ sku: 'T-FEW', name: 'Cáp ít', category: 'cap', list_price: 90_000 })
    expect(await isAnalyzed()).toBe(false)
    const packed = join(folder, 'load.ndjson.gz')
    writeFileSync(packed, gzipSync(readFileSync(fixture)))
    expect(await importFile(packed, { initial_stock: 5 })).toMatchObject({
      added: 304,
      rejected: 0,
    })
    expect(await isAnalyzed()).toBe(true)
    const before = await all("select xmin::text from product where sku like '%BC-%' order by 1")
    expect(await importFile(fixture, { initial_stock: 5 })).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 304,
      rejected: 0,
    })
    expect(await all("select xmin::text from product where sku like '%BC-%' order by 1")).toEqual(
      before,
    )
  })

  test('creates categories that search finds but that do not fill the menu', async () => {
    const list = dataOf<{ total: number; products: { name: string; is_in_stock: boolean }[] }>(
      await door.call('GET', '/api/search/v1/products?q=corsair%20ram&province_id=30'),
    )
    expect(list.total).toBeGreaterThan(0)
    expect(list.products.every((card) => card.is_in_stock)).toBe(true)
    expect(
      await all("select code from category where code = 'ram' and not is_in_menu"),
    ).toHaveLength(1)
  })
})

describe('imported records without a description', () => {
  const descriptionOf = async (path: string) => {
    const { text } = await door.call('GET', path)
    return /<meta name="description" content="([^"]*)"/.exec(text)?.[1]
  }

  test('get a meta description from their data', async () => {
    const fan = {
      sku: 'T-QUAT',
      name: 'Quạt tản nhiệt Gió Mát 120',
      category: 'Quạt máy tính',
      brand: 'Gió Mát',
      list_price: 290_000,
      stock: { CH001: 3 },
      warranty_months: 24,
    }
    const attribute = { record: 'attribute', group: 'Quạt', data_type: 'number', is_key: true }
    await importRows(
      { record: 'attribute_group', code: 'Quạt', name: 'Quạt' },
      { ...attribute, code: 'fan_mm', name: 'Kích thước quạt', unit: 'mm' },
      { ...fan, attributes: { fan_mm: 120 } },
    )
    expect(await descriptionOf('/quat-tan-nhiet-gio-mat-120')).toBe(
      'Quạt tản nhiệt Gió Mát 120: Kích thước quạt 120 mm. Thương hiệu Gió Mát. Bảo hành 24 tháng. Giá đã gồm VAT, giao tận nơi hoặc nhận tại cửa hàng.',
    )
    // The lists in memory follow a moment after the import.
    await expect
      .poll(() => descriptionOf('/quat-may-tinh'))
      .toBe(
        'Quạt máy tính: 1 sản phẩm, như Quạt tản nhiệt Gió Mát 120. Giá đã gồm VAT, giao nhanh hoặc nhận tại cửa hàng.',
      )
    expect(await descriptionOf('/thuong-hieu/gio-mat')).toMatch(/^Gió Mát: 1 sản phẩm, như Quạt/)
  })

  test('leave out what their data does not say', async () => {
    const row = { sku: 'T-KHAC', name: 'Kẹp dây', category: 'Kẹp', warranty_months: 0 }
    await importRows(row)
    expect(await descriptionOf('/kep-day')).toBe(
      'Kẹp dây. Giá đã gồm VAT, giao tận nơi hoặc nhận tại cửa hàng.',
    )
    await importRows({ ...row, description: 'Kẹp giữ dây gọn trên bàn.' })
    expect(await descriptionOf('/kep-day')).toBe('Kẹp giữ dây gọn trên bàn.')
  })
})

describe('the content of a file', () => {
  test('is added once, then changed only where it differs', async () => {
    expect(await importRows({ ...cable, stock: { CH001: 3 }, brand: 'apple' })).toMatchObject({
      added: 1,
    })
    expect(await importRows({ ...cable })).toMatchObject({ unchanged: 1, changed: 0 })
    expect(await importRows({ sku: 'T-CABLE', list_price: 90_000 })).toMatchObject({ changed: 1 })
    const [row] = await all(`select brand.name, list_price, quantity from product
      join brand using (brand_id) join price using (product_id) join stock using (product_id)
      where sku = 'T-CABLE'`)
    expect(row).toEqual({ name: 'Apple', list_price: 90_000, quantity: 3 })
  })

  test('a colour of a version is identified by its sku alone', async () => {
    const [colour] = await all<{ sku: string }>(
      "select sku from product where type = 'simple' and color_name is not null order by sku limit 1",
    )
    const sku = colour?.sku ?? ''
    expect(await importRows({ sku, list_price: 77_000_000 })).toMatchObject({ changed: 1 })
    expect(await importRows({ sku, name: 'Tên khác' })).toMatchObject({ rejected: 1 })
    expect(rejections[0]?.reason).toContain('belong to that version')
  })

  test('refused lines are reported with their number, and the others are imported', async () => {
    const result = await importText(
      [
        '{"sku": "T-1", "name": "Một", "category": "cap"}',
        '{"sku": "T-2", "name": ',
        '{"sku": "T-3", "category": "cap"}',
        '{"sku": "T-4", "name": "Bốn", "category": "cap", "stock": {"CH999": 1}}',
        '{"sku": "T-1", "name": "Một nữa", "category": "cap"}',
        '{"record": "item", "sku": "T-6", "version": "NOWHERE"}',
        '{"sku": "T-7", "name": "Bảy", "category": "cap", "attributes": {"ram_gb": "nhiều"}}',
        '{"sku": "T-8", "name": "Tám", "category": "cap"}',
      ].join('\n'),
    )
    expect(result).toMatchObject({ added: 2, rejected: 6 })
    const reasons = rejections.map(({ line, reason }) => `${line}: ${reason}`)
    expect(reasons.toSorted()).toEqual([
      expect.stringMatching(/^2: is no JSON/),
      '3: a new version needs a name',
      '4: there is no shop CH999',
      expect.stringMatching(/^5: .* stands already in line 1$/),
      '6: there is no version NOWHERE',
      '7: ram_gb must be a number, not "nhiều"',
    ])
    expect(await all("select sku from product where sku in ('V-T-3', 'V-T-4', 'V-T-7')")).toEqual(
      [],
    )
  })

  test('equal names get different addresses, which stay', async () => {
    const twins = ['T-A', 'T-B'].map((sku) => ({ ...cable, sku, name: 'Giỏ đôi' }))
    await importRows(...twins, { ...cable, sku: 'T-C', name: 'Cart' })
    expect([await pathsOf('T-A'), await pathsOf('T-B')]).toEqual([['gio-doi'], ['gio-doi-2']])
    expect(await pathsOf('T-C')).toEqual(['cart-2'])
    expect(await importRows(...twins.toReversed())).toMatchObject({ unchanged: 2 })
    expect([await pathsOf('T-A'), await pathsOf('T-B')]).toEqual([['gio-doi'], ['gio-doi-2']])
  })

  test('a file of one kind takes only the steps of that kind', async () => {
    const steps = new Set<string>()
    const file = join(folder, 'one-brand.ndjson')
    writeFileSync(file, JSON.stringify({ record: 'brand', name: 'Loa Hay', slug: 'loa-hay' }))
    const on_progress = (_share: number, step: string) => void steps.add(step)
    expect(await importFile(file, { on_progress })).toMatchObject({ added: 1 })
    const of_brands = ['shops, brands, attributes', 'addresses', 'questions']
    expect([...steps]).toEqual(['reading', ...of_brands, 'done', 'search index'])
    expect(await importFile(file)).toMatchObject({ unchanged: 1 })
  })

  test('a renamed product gets a new address, and the former one redirects', async () => {
    await importRows({ ...cable, sku: 'T-R', name: 'Tên cũ' })
    expect(await importRows({ sku: 'T-R', name: 'Tên mới' })).toMatchObject({ changed: 1 })
    expect(await pathsOf('T-R')).toEqual(['ten-moi', 'ten-cu (old)'])
    const moved = await door.services.catalog.resolve(null, { path: '/ten-cu' })
    expect(moved).toMatchObject({ kind: 'moved', moved_to: '/ten-moi' })
    // The search hears of the import by a change notice.
    await expect.poll(() => totalFound('ten%20moi'), { timeout: 10_000 }).toBe(1)
    await importRows({ sku: 'T-R', name: 'Tên cũ' })
    expect(await pathsOf('T-R')).toEqual(['ten-cu', 'ten-moi (old)'])
  })

  test('a Merchant feed in CSV creates versions from its groups', async () => {
    const feed = [
      'id;title;description;link;image_link;price;sale_price;availability;brand;product_type;item_group_id;color',
      'M-1;Loa M;"Hay; ""rất"" hay";https://x.vn/loa-m;;1990000 VND;1790000 VND;in_stock;JBL;Loa;M;Đen',
      'M-2;Loa M;;https://x.vn/loa-m;;1990000 VND;;in_stock;JBL;Loa;M;Đỏ',
      'M-3;Loa N;;https://x.vn/loa-n;;19.90 USD;;in_stock;JBL;Loa;;',
    ].join('\r\n')
    expect(await importText(feed, 'feed.csv')).toMatchObject({ added: 2, rejected: 1 })
    expect(rejections[0]).toMatchObject({ line: 4 })
    const rows = await all(`select parent.sku, item.color_name, list_price, sale_price
      from product item join product parent on parent.product_id = item.parent_id
      join price on price.product_id = item.product_id where parent.sku = 'M' order by item.sku`)
    expect(rows).toEqual([
      { sku: 'M', color_name: 'Đen', list_price: 1_990_000, sale_price: 1_790_000 },
      { sku: 'M', color_name: 'Đỏ', list_price: 1_990_000, sale_price: null },
    ])
    expect(await importText(feed, 'feed.csv')).toMatchObject({ unchanged: 2, changed: 0 })
  })

  test.each([
    ['list.json', '[{"sku": "A"}]', 'one object on each line'],
    ['feed.xml', '<?xml version="1.0"?>', 'is XML'],
    ['broken.gz', gzipSync('{"sku": "A"}').subarray(0, 15), 'damaged or incomplete'],
    ['latin1.csv', Buffer.from('sku,name\nA,\xe9\n', 'latin1'), 'not in UTF-8'],
  ])('%s is turned down in words', async (name, content, words) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    await expect(importFile(file)).rejects.toThrow(words)
  })
})
