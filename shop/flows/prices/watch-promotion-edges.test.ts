import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import { watchEdges } from '#shop/flows/prices/watch-promotion-edges.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openCatalog } from '#test/support/catalog.ts'

let database: TestDatabase
let shop: Awaited<ReturnType<typeof openCatalog>>
let stop: () => void
// A running clock that starts at the opening of the seeded shop.
const began = performance.now()
const now = () => new Date(seeded_at.getTime() + performance.now() - began)
const heard = new Map<string, number>()

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  shop = await openCatalog(database, now)
  shop.feed.subscribe(async (tags) => {
    for (const tag of tags) heard.set(tag, now().getTime())
  })
  const log = createLog({ service: 'test', level: 'fatal' })
  stop = watchEdges({ db: database.db, now, log, feed: shop.feed })
})
afterAll(async () => {
  stop()
  await shop.close()
  await database.close()
})

const phone = 'galaxy-a36-5g-8gb-128gb'
const idOf = async (path: string) => (await shop.catalog.resolve(null, { path })).id
const paidOn = async (path: string) => {
  const [card] = await shop.search.cards(null, {
    product_ids: [await idOf(path)],
    province_id: 30,
  })
  return card?.special_price ?? card?.price ?? 0
}

test('a promotion begins and ends on lists, pages and notices within a second of its edge', async () => {
  const product_id = await idOf(phone)
  const before = await paidOn(phone)
  const starts_at = now().getTime() + 700
  const ends_at = starts_at + 900
  await sql`
    with one as (insert into promotion (kind, name, value, starts_at, ends_at)
      values ('catalogue', 'Giờ vàng', 500000, ${new Date(starts_at)}, ${new Date(ends_at)})
      returning promotion_id)
    insert into promotion_target (promotion_id, product_id) select promotion_id, ${product_id} from one
  `.execute(database.db)
  await shop.settle()
  heard.clear()
  expect(await paidOn(phone)).toBe(before)
  await vi.waitFor(() => expect(heard.get(`product:${product_id}`)).toBeDefined(), 3_000)
  expect((heard.get(`product:${product_id}`) ?? 0) - starts_at).toBeLessThan(1_000)
  expect(await paidOn(phone)).toBe(before - 500_000)
  const page = await shop.catalog.product(null, { product_id, province_id: 30 })
  expect(page.promotions.map(({ name }) => name)).toContain('Giờ vàng')
  heard.clear()
  await sleep(Math.max(0, ends_at - now().getTime()))
  await vi.waitFor(() => expect(heard.get(`product:${product_id}`)).toBeDefined(), 3_000)
  expect(heard.get(`product:${product_id}`)).toBeLessThan(ends_at + 1_000)
  expect(await paidOn(phone)).toBe(before)
})

test('a request at the exact edge of a rule for all products gets the new price', async () => {
  const before = await paidOn(phone)
  const starts_at = now().getTime() + 1_500
  await sql`
    with one as (insert into promotion (kind, name, percent, starts_at)
      values ('catalogue', 'Toàn bộ điện thoại', 10, ${new Date(starts_at)}) returning promotion_id)
    insert into promotion_target (promotion_id, category_id) select promotion_id, 1 from one
  `.execute(database.db)
  await shop.settle()
  expect(await paidOn(phone)).toBe(before)
  await sleep(Math.max(0, starts_at - now().getTime()) + 1)
  expect(await paidOn(phone)).toBeLessThan(before)
})

test('a sold slot publishes nothing; the last one does', async () => {
  const { rows } = await sql<{ quota_id: number; product_id: number; total: number }>`
    select quota.quota_id, color.parent_id as product_id, quota.total
    from flash_sale_item join quota using (quota_id)
    join product color using (product_id) where flash_sale_id = 1 limit 1
  `.execute(database.db)
  const [item] = rows
  await shop.settle()
  heard.clear()
  const take = (taken: number) =>
    sql`update quota set taken = ${taken} where quota_id = ${item?.quota_id ?? 0}`.execute(
      database.db,
    )
  await take(1)
  await shop.settle()
  expect([...heard.keys()].filter((tag) => tag.startsWith('product:'))).toEqual([])
  await take(item?.total ?? 0)
  await shop.settle()
  expect(heard.has(`product:${item?.product_id}`)).toBe(true)
})

test('an article that is published by time alone is told as content within a second', async () => {
  const published_at = now().getTime() + 800
  await sql`update post set published_at = ${new Date(published_at)} where post_id = 3`.execute(
    database.db,
  )
  await shop.settle()
  heard.clear()
  await vi.waitFor(() => expect(heard.get('content')).toBeDefined(), 3_000)
  expect((heard.get('content') ?? 0) - published_at).toBeLessThan(1_000)
})
