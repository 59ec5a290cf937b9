import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
const data_dir = mkdtempSync(join(tmpdir(), 'tiem-seo-'))
const home = 'https://shop.example'

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { env: { PUBLIC_URL: home, DATA_DIR: data_dir } })
})
afterAll(async () => {
  await door.close()
  await database.close()
  rmSync(data_dir, { recursive: true, force: true })
})

const read = async (path: string) => {
  const answer = await door.call('GET', path)
  expect({ path, status: answer.status }).toEqual({ path, status: 200 })
  return answer.text
}
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1])

test('robots.txt names the sitemap and disallows carts', async () => {
  const text = await read('/robots.txt')
  expect(text).toContain(`Sitemap: ${home}/sitemap.xml`)
  expect(text).toContain('Disallow: /cart')
  expect(text).not.toContain('Disallow: /tim-kiem')
})

test('the sitemap lists every indexable page once, and each page answers 200', async () => {
  const index = await read('/sitemap.xml')
  const parts = all(index, /<loc>https:\/\/shop\.example(\/sitemap\/[^<]+)<\/loc>/g)
  expect(parts).toContain('/sitemap/product-1.xml')
  const texts = await Promise.all(parts.map((part) => read(part ?? '')))
  const paths = texts.flatMap((text) => all(text, /<loc>https:\/\/shop\.example([^<]+)<\/loc>/g))
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toContain('/iphone-18-pro-max-256gb')
  const { rows } = await sql<{ versions: number }>`
    select count(*) as versions from product where type = 'configurable' and is_active and used_of is null`.execute(
    database.db,
  )
  expect(paths.length).toBeGreaterThan(rows[0]?.versions ?? 0)
  const few = paths.filter((_, index) => index % 60 === 0)
  for (const path of few) {
    expect({ path, status: (await door.call('GET', path ?? '')).status }).toEqual({
      path,
      status: 200,
    })
  }
})

test.each([
  ['/airpods-pro-3', true],
  ['https://shop.example/airpods-pro-3', true],
  ['/airpods-4', false],
  ['https://shop.example/airpods-4', false],
])('a page with the canonical address %s is in the sitemap: %s', async (tag, isListed) => {
  const version = sql`(select entity_id from slug where path = 'airpods-pro-3')`
  const setTag = (canonical: string) =>
    sql`update product set canonical_tag = ${canonical} where product_id = ${version}`.execute(
      database.db,
    )
  await setTag(tag)
  const text = await read('/sitemap/product-1.xml')
  expect(text.includes('<loc>https://shop.example/airpods-pro-3</loc>')).toBe(isListed)
  await setTag('')
})

test('lastmod is when the page changed: a price counts, a view does not', async () => {
  const lastmod = async () => {
    const text = await read('/sitemap/product-1.xml')
    return /airpods-pro-3<\/loc><lastmod>([^<]+)/.exec(text)?.[1] ?? ''
  }
  const before = await lastmod()
  const version = sql`(select entity_id from slug where path = 'airpods-pro-3')`
  await sql`update product set views = views + 1 where product_id = ${version}`.execute(database.db)
  expect(await lastmod()).toBe(before)
  await sql`update price set list_price = list_price + 1000 where product_id in
    (select product_id from product where parent_id = ${version})`.execute(database.db)
  expect((await lastmod()) > before).toBe(true)
})

test('an absent part of the sitemap is not found', async () => {
  for (const path of ['/sitemap/product-9.xml', '/sitemap/nothing-1.xml', '/sitemap/product-0.xml'])
    expect((await door.call('GET', path)).status).toBe(404)
})

test('both feeds list every item with a price', async () => {
  const xml = await read('/feed/google.xml')
  const csv = await read('/feed/meta.csv')
  const ids = all(xml, /<g:id>([^<]+)<\/g:id>/g)
  const { rows } = await sql<{ sku: string }>`
    select color.sku from product color join product version on version.product_id = color.parent_id
    where color.is_active and version.is_active
      and not exists (select from used_unit used where used.product_id = color.product_id and state = 'sold')
      and exists (select from price
      where price.product_id = color.product_id and customer_group_id is null
        and (province_id is null or province_id = 30))
    order by color.product_id`.execute(database.db)
  expect(ids).toEqual(rows.map((row) => row.sku))
  expect(csv.split('\n').filter((line) => /^[A-Z]{2}-/.test(line))).toHaveLength(ids.length)
  expect(xml).toMatch(/<g:price>\d+ VND<\/g:price>/)
  const on_sale = all(xml, /<g:sale_price>(\d+) VND</g).length / ids.length
  // Promotions, which add a tenth, have ended at the time of this test.
  expect(on_sale).toBeGreaterThan(0.15)
  expect(on_sale).toBeLessThan(0.42)
  expect(xml).toMatch(/<link>https:\/\/shop\.example\/[a-z0-9-]+\?mau=[a-z0-9-]+<\/link>/)
  expect(new Set(all(xml, /<g:availability>([^<]+)</g))).toEqual(
    new Set(all(xml, /<g:availability>(in_stock|out_of_stock|preorder)</g)),
  )
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
  expect(/<description>[^<]*&lt;p/.test(xml)).toBe(false)
})

test('the icons of the web manifest exist', async () => {
  const manifest = JSON.parse(await read('/manifest.webmanifest')) as { icons: { src: string }[] }
  expect(manifest.icons).toHaveLength(3)
  for (const { src } of manifest.icons) await read(src)
})

test('the offline page has the hotline and every shop', async () => {
  const html = await read('/offline')
  expect(html).toContain('tel:18002064')
  const shops = await door.services.locations.shops(null, {})
  expect(html.match(/<li>/g)).toHaveLength(shops.length)
  expect(await read('/sw.js')).toContain("'/offline'")
})
