import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { feeds, feedText } from '#storefront/seo/product-feed.ts'
import { productGraph } from '#storefront/seo/structured-data/product-graph.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'

const shop = { name: 'Tiệm', public_url: 'https://shop.example' } as Parameters<
  typeof feedText
>[1]['shop']
const data_dir = mkdtempSync(join(tmpdir(), 'tiem-feed-'))
let database: TestDatabase
let door: Door
let at = seeded_at

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { now: () => at, env: { DATA_DIR: data_dir } })
})
afterAll(async () => {
  await door.close()
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

/** What a shopper pays by the feed, by sku: the sale price within its dates, else the price. */
function pricesIn(xml: string, moment: Date): Map<string, number> {
  const field = (item: string, name: string) =>
    new RegExp(`<g:${name}>([^<]+)</g:${name}>`).exec(item)?.[1]
  return new Map(
    xml
      .split('<item>')
      .slice(1)
      .filter((item) => !item.includes('<g:condition>used<'))
      .map((item) => {
        const [from, until] = (field(item, 'sale_price_effective_date') ?? '/').split('/')
        const is_over = until ? new Date(until) <= moment || new Date(from ?? '') > moment : false
        const sale = is_over ? undefined : field(item, 'sale_price')
        return [field(item, 'id') ?? '', Number.parseInt(sale ?? field(item, 'price') ?? '', 10)]
      }),
  )
}

/** What a shopper pays by the pages and by their structured data, by sku. */
async function pagePrices() {
  const { rows } = await sql<{ product_id: number }>`
    select product_id from product where type = 'configurable' and is_active and used_of is null`.execute(
    database.db,
  )
  const by_page = new Map<string, number>()
  const by_data = new Map<string, number>()
  for (const { product_id } of rows) {
    const page = await door.services.catalog.product(null, { product_id, province_id: 30 })
    for (const { sku, price, special_price } of page.colors) {
      if (price !== null) by_page.set(sku, special_price ?? price)
    }
    const data = JSON.stringify(productGraph(page, { average: 0, total: 0 }, shop))
    for (const [, sku = '', price] of data.matchAll(/"sku":"([^"]+)".*?"price":(\d+)/g)) {
      if (by_page.has(sku)) by_data.set(sku, Number(price))
    }
  }
  return { by_page, by_data }
}

async function feedNow(): Promise<string> {
  let xml = ''
  const deps = { services: door.services, shop, now: () => at }
  for await (const part of feedText(feeds.google, deps)) xml += part
  return xml
}

async function edges(): Promise<{ starts: Date; ends: Date }> {
  const { rows } = await sql<{ starts: Date; ends: Date }>`
    select starts_at as starts, ends_at as ends from flash_sale
    where is_active and starts_at > ${seeded_at}::timestamptz order by starts_at limit 1`.execute(
    database.db,
  )
  if (!rows[0]) throw new RangeError('the demo has no coming flash sale')
  return rows[0]
}

test('feed, page and structured data have one price for every item at every moment', async () => {
  const { starts, ends } = await edges()
  const [first, middle, last] = [
    starts.getTime(),
    (starts.getTime() + ends.getTime()) / 2,
    ends.getTime(),
  ]
  const moments = repeats({
    verify: [first, last],
    soak: [seeded_at.getTime(), first - 1, first, middle, last - 1, last],
  })
  let flash_items = 0
  for (const moment of moments) {
    at = new Date(moment)
    const xml = await feedNow()
    const { by_page, by_data } = await pagePrices()
    expect(by_page.size).toBeGreaterThan(300)
    expect(pricesIn(xml, at)).toEqual(by_page)
    expect(by_data).toEqual(by_page)
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from flash_sale_item join flash_sale using (flash_sale_id)
      where is_active and starts_at <= ${at}::timestamptz and ends_at > ${at}::timestamptz`.execute(
      database.db,
    )
    flash_items += rows[0]?.n ?? 0
  }
  expect(flash_items).toBeGreaterThan(10)
}, 120_000)

test('a feed that was read before a window is written again when the window opens and closes', async () => {
  const began = performance.now()
  const day = 86_400_000
  const opened = new Date(seeded_at.getTime() + 400 * day)
  const clock = () => new Date(opened.getTime() + performance.now() - began)
  const own = await openDoor(database, { now: clock, env: { DATA_DIR: data_dir } })
  try {
    const { rows } = await sql<{ sku: string; price: number; starts: Date; ends: Date }>`
      with sale as (update flash_sale set starts_at = ${new Date(opened.getTime() + 2_000)},
          ends_at = ${new Date(opened.getTime() + 4_000)}
        where flash_sale_id = (select min(flash_sale_id) from flash_sale) returning *)
      select sku, item.price, sale.starts_at as starts, sale.ends_at as ends
      from sale join flash_sale_item item using (flash_sale_id)
        join product on product.product_id = item.product_id or product.parent_id = item.product_id
      where type = 'simple' limit 1`.execute(database.db)
    const [item] = rows
    if (!item) throw new RangeError('the flash sale has no item')
    const readPrice = async () => {
      const answer = await own.call('GET', '/feed/google.xml')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      return pricesIn(answer.text, clock()).get(item.sku)
    }
    const before = await readPrice()
    expect(before).toBeGreaterThan(item.price)
    // A feed costs half a second of CPU.
    const rarely = { timeout: 8_000, interval: 300 }
    await vi.waitFor(async () => expect(await readPrice()).toBe(item.price), rarely)
    expect(clock().getTime()).toBeLessThan(item.starts.getTime() + 2_500)
    await vi.waitFor(async () => expect(await readPrice()).toBe(before), rarely)
  } finally {
    await own.close()
  }
}, 60_000)

test('the maker’s codes are named where known, and our own number is none of them', async () => {
  const { rows } = await sql<{ sku: string }>`
    with item as (select product_id, sku from product where type = 'simple' and is_active
        order by product_id limit 1),
      code as (insert into attribute (code, name, data_type, attribute_group_id)
        select 'gtin', 'Mã vạch (GTIN)', 'text', min(attribute_group_id) from attribute_group
        returning attribute_id)
    insert into product_attribute (product_id, attribute_id, value_text)
    select product_id, attribute_id, '0190199000000' from item, code
    returning (select sku from item) as sku`.execute(database.db)
  const items = (await feedNow()).split('<item>').slice(1)
  const sku = rows[0]?.sku ?? ''
  const known = items.filter((item) => item.includes('<g:gtin>0190199000000</g:gtin>'))
  expect(known).toHaveLength(1)
  expect(known[0]).toContain(`<g:id>${sku}</g:id>`)
  expect(known[0]).not.toContain('identifier_exists')
  const others = items.filter((item) => !item.includes('<g:gtin>'))
  expect(others.every((item) => item.includes('<g:identifier_exists>no<'))).toBe(true)
  expect(items.some((item) => item.includes('<g:mpn>'))).toBe(false)
  expect(items[0]).toMatch(/<g:shipping><g:country>VN<\/g:country><g:price>(0|30000) VND</)
})
