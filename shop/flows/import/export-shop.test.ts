import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportShop } from '#shop/flows/import/export-shop.ts'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { repeats } from '#test/support/repeats.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-export-'))
const reserved: string[] = []
let demo: TestDatabase

// The demo shop has colours, versions, families, prices by province and group, stock by shop, pictures
// and tags; the load catalogue has products without colours and attributes without a line of their own.
beforeAll(async () => {
  demo = await testDatabase({ seeded: true })
  await importShop(demo.db, 'test/fixtures/load-catalogue.ndjson', { reserved, initial_stock: 3 })
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
})

async function exported(shop: TestDatabase, name: string): Promise<string> {
  const file = join(folder, name)
  await exportShop(shop.db, file)
  return name.endsWith('.gz')
    ? gunzipSync(readFileSync(file)).toString()
    : readFileSync(file, 'utf8')
}

/**
 * The child rows of products, by sku instead of database ids. A used device that was sold is not exported, but its
 * version is, if another one is in stock.
 */
async function contents(shop: TestDatabase): Promise<unknown[]> {
  const { rows } = await sql`
    select sku, type, is_active, product.name, brand.slug as brand, category.code as category,
      family.code as family, launched_on, warranty_months, product.position, views, highlights,
      (select sku from product v where v.product_id = product.parent_id) as version,
      (select json_agg((code, value_text, value_number, value_boolean) order by code)
        from product_attribute join attribute using (attribute_id)
        where product_attribute.product_id = product.product_id) as attributes,
      (select json_agg((province_id, customer_group_id, list_price, sale_price)
          order by province_id, customer_group_id)
        from price where price.product_id = product.product_id) as prices,
      (select json_agg((shop.code, quantity) order by shop.code) from stock join shop using (shop_id)
        where stock.product_id = product.product_id) as stock,
      (select json_agg((src, alt, width, height, media.position) order by media.position)
        from product_media media where media.product_id = product.product_id) as media,
      (select json_agg((tag_key, member.position) order by tag_key)
        from product_tag_member member join product_tag using (product_tag_id)
        where member.product_id = product.product_id) as tags,
      (select json_agg((path, is_current) order by path) from slug
        where kind = 'product' and entity_id = product.product_id) as slugs
    from product join brand using (brand_id) join category using (category_id)
    join product_family family using (family_id)
    where product.used_of is null or exists (
      select from used_unit join unit using (unit_id, product_id)
      where product.product_id in (used_unit.product_id, version_id) and unit.state = 'in_stock')
    order by sku`.execute(shop.db)
  return rows
}

// `verify` has the same with every column filled, in round-trip.test.ts.
test.each(repeats({ verify: [], soak: ['shop.ndjson', 'shop.csv'] }))(
  'an export as %s, taken into an empty shop, is exported again byte by byte',
  { timeout: 60_000 },
  async (name) => {
    const empty = await testDatabase()
    const first = await exported(demo, name)
    const again = await importShop(demo.db, join(folder, name), { reserved })
    expect(again).toMatchObject({ added: 0, changed: 0, rejected: 0, notes: [] })
    const result = await importShop(empty.db, join(folder, name), { reserved })
    // The home page is in every shop, with its own blocks.
    expect(result).toMatchObject({ changed: 1, rejected: 0, notes: [] })
    expect(await exported(empty, name)).toBe(first)
    expect(await contents(empty)).toEqual(await contents(demo))
    expect(await exported(empty, 'other.ndjson')).toBe(await exported(demo, 'demo.ndjson'))
    await empty.close()
  },
)

test('a compressed export has the same content and can be imported', async () => {
  expect(await exported(demo, 'packed.ndjson.gz')).toBe(await exported(demo, 'plain.ndjson'))
  const again = await importShop(demo.db, join(folder, 'packed.ndjson.gz'), { reserved })
  expect(again).toMatchObject({ added: 0, changed: 0, rejected: 0, notes: [] })
})

test('an export has one line for a product without colours, and the colours after each other version', async () => {
  const lines = (await exported(demo, 'lines.ndjson')).trim().split('\n')
  const kinds = Map.groupBy(lines, (line) => (JSON.parse(line) as { record?: string }).record)
  expect(kinds.get(undefined)).toHaveLength(304)
  expect(kinds.get('version')).toHaveLength(434)
  expect(kinds.get('item')).toHaveLength(838)
})

test('an export as CSV runs no formula in a spreadsheet, and its import takes the guard away', async () => {
  const own = await testDatabase({ small: true })
  const names = ['=HYPERLINK("https://kho.example")', '@SUM(1)', "'=1", 'Cáp;=1+1', '-2+3']
  await sql`update product set name = names.name
    from (select product_id, (${names}::text[])[row_number() over (order by product_id)] as name
      from product where type = 'configurable') names
    where names.product_id = product.product_id and names.name is not null`.execute(own.db)
  const text = await exported(own, 'formulas.csv')
  expect(text).toContain(`"'=HYPERLINK(""https://kho.example"")"`)
  for (const cell of [",'@SUM(1),", ",''=1,", ",Cáp;'=1+1,", ",'-2+3,"]) {
    expect(text).toContain(cell)
  }
  await importShop(own.db, join(folder, 'formulas.csv'), { reserved })
  const stored = await sql<{ name: string }>`
    select name from product where type = 'configurable' order by product_id`.execute(own.db)
  expect(stored.rows.slice(0, names.length).map(({ name }) => name)).toEqual(names)
  await own.close()
})

test('a file name without a known format is refused', async () => {
  await expect(exportShop(demo.db, join(folder, 'shop.xls'))).rejects.toThrow('.ndjson or .csv')
})
