import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { content } from '#contracts/content.ts'
import { contentService } from '#shop/content/content-service.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let shop: ReturnType<typeof contentService>
let time = seeded_at.getTime()

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  shop = contentService({ db: database.db, now: () => new Date(time) })
})
afterAll(() => database.close())

const bannersOf = async (place: 'hero' | 'right' | 'category', category_id?: number) =>
  content.banners.output.parse(await shop.banners(null, { place, category_id }))

describe('banners', () => {
  test('stand in the order of the shop, with both cuts and words for who does not see them', async () => {
    const slides = await bannersOf('hero')
    expect(slides.map((slide) => slide.path)).toEqual([
      '/iphone-18-pro-256gb',
      '/galaxy-s26-ultra-12gb-256gb',
      '/laptop',
    ])
    expect(slides[0]).toMatchObject({
      label: 'iPhone 18 Pro | Đỏ rượu vang',
      image: { width: 1380, height: 480, blur: expect.stringMatching(/^UklG/) },
      image_mobile: { width: 780, height: 440 },
    })
  })

  test('of a category are its own alone', async () => {
    const [phones, speakers] = await Promise.all([
      bannersOf('category', 1),
      bannersOf('category', 6),
    ])
    expect(phones).toHaveLength(2)
    expect(speakers).toEqual([])
    expect((await bannersOf('right')).length).toBeGreaterThan(0)
  })

  test('lead to the address in force, and not to what has left the shop', async () => {
    await sql`update banner set path = '/samsung-galaxy-s26-ultra?color=den' where path like '/galaxy%'`.execute(
      database.db,
    )
    await sql`update product set is_active = false where product_id =
      (select entity_id from slug where path = 'iphone-18-pro-256gb')`.execute(database.db)
    const paths = (await bannersOf('hero')).map((slide) => slide.path)
    expect(paths).toEqual(['/galaxy-s26-ultra-12gb-256gb?color=den', '/laptop'])
    await sql`update product set is_active = true where not is_active`.execute(database.db)
  })

  test('are shown within their days only', async () => {
    const day = new Date(time + 86_400_000)
    await sql`update banner set starts_at = ${day} where path = '/laptop'`.execute(database.db)
    expect(await bannersOf('hero')).toHaveLength(2)
    time += 86_400_000
    expect(await bannersOf('hero')).toHaveLength(3)
  })
})
