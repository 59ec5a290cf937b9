import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let time = new Date('2026-11-20T03:00:00Z')

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { now: () => time })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const read = async (path: string) => (await door.call('GET', path)).text
const post_path = '/tu-van/chon-cu-sac-bao-nhieu-w-cho-iphone-galaxy-va-macbook'
const slug = post_path.slice(1)

const found = '/api/search/v1/posts?q=cu%20sac%20bao%20nhieu%20w'

/** Every public place that shows the article once it is published. */
const places = [
  '/tu-van',
  '/chu-de/cu-sac',
  '/rss.xml',
  '/rss/tu-van.xml',
  '/tim-kiem?muc=tin-tuc&q=c%E1%BB%A7%20s%E1%BA%A1c%20bao%20nhi%C3%AAu%20w',
  found,
  '/api/content/v1/posts/latest?size=50',
]

test('an article whose time has not come is nowhere, and everywhere afterwards', async () => {
  const later = new Date(time.getTime() + 3_600_000)
  const linking = sql`update post set body = body || ${`<p>Xem <a href="${post_path}">bài này</a>.</p>`}
    where post_id = 1`
  await linking.execute(database.db)
  await sql`update post set published_at = ${later} from slug
    where kind = 'post' and entity_id = post_id and slug.path = ${slug}`.execute(database.db)
  expect((await door.call('GET', post_path)).status).toBe(404)
  await expect.poll(() => read(found), { timeout: 10_000 }).not.toContain(slug)
  for (const place of places) {
    const text = await read(place)
    expect({ place, shows: text.includes(slug) }).toEqual({ place, shows: false })
  }
  const related = '/tu-van/pin-du-phong-mang-len-may-bay-quy-dinh-va-dung-luong'
  expect(await read(related)).not.toContain(slug)
  time = later
  // As watch-promotion-edges.ts tells it at that moment.
  await sql`select pg_notify('shop_change', 'content')`.execute(database.db)
  expect((await door.call('GET', post_path)).status).toBe(200)
  await expect.poll(() => read(found), { timeout: 10_000 }).toContain(slug)
  for (const place of places) {
    const text = await read(place)
    expect({ place, shows: text.includes(slug) }).toEqual({ place, shows: true })
  }
})

test('the sitemap and links follow the clock of the database', async () => {
  const set = (at: string) =>
    sql`update post set published_at = ${sql.raw(at)} from slug
      where kind = 'post' and entity_id = post_id and slug.path = ${slug}`.execute(database.db)
  await set(`now() + interval '1 hour'`)
  expect(await read('/sitemap/post-1.xml')).not.toContain(slug)
  const first = '/tin-tuc/iphone-18-pro-max-len-ke-bon-mau-chip-a20-pro-co-gi-doi-so-voi-17-pro-max'
  expect(await read(first)).toContain('<p>Xem bài này.</p>')
  await sql`update post set published_at = now() + interval '1 hour' where post_category_id =
    (select post_category_id from post_category where name = 'Game')`.execute(database.db)
  expect(await read('/sitemap/post_category-1.xml')).not.toContain('/game<')
  await set(`now() - interval '1 hour'`)
  expect(await read('/sitemap/post-1.xml')).toContain(slug)
})
