import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { content } from '#contracts/storefront/content.ts'
import { banners_last_ms, contentService } from '#shop/content/content-service.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let shop: ReturnType<typeof contentService>
let time = seeded_at.getTime()

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  shop = contentService({
    db: database.db,
    now: () => new Date(time),
    public_url: 'https://shop.example',
    feed: null,
  })
})
afterAll(() => database.close())

const bannersOf = async (place: 'hero' | 'right' | 'category', category_id?: number) =>
  content.banners.output.parse(await shop.banners(null, { place, category_id }))

describe('popups', () => {
  const running = async () => content.popups.output.parse(await shop.popups(null, {}))

  test('are those that run, active and in time, by priority, with at most ten', async () => {
    const popups = await running()
    expect(popups.map(({ link, priority }) => [link, priority])).toEqual([
      ['/thu-cu-doi-moi', 60],
      ['/smember', 50],
      ['/dich-vu/sua-chua-dien-thoai', 40],
    ])
    expect(popups[0]).toMatchObject({
      title: 'Lên đời máy mới | Trợ giá đến 3 triệu',
      exclude_page: '/cart|/thu-cu-doi-moi',
      is_active: true,
    })
    await sql`insert into popup (title, button, image, image_width, image_height, link, starts_at, ends_at)
      select 'Một', 'Xem', '/media/a.webp', 640, 800, '/', ${seeded_at}, ${new Date(seeded_at.getTime() + 3_600_000)}
      from generate_series(1, 12)`.execute(database.db)
    expect(await running()).toHaveLength(10)
    time += 3_600_000
    expect(await running()).toHaveLength(3)
    time -= 3_600_000
    await sql`delete from popup where title = 'Một'`.execute(database.db)
  })

  test('whose product is no longer sold are left out', async () => {
    await sql`update popup set link = '/iphone-18-pro-max-256gb?utm=1' where popup_id = 1`.execute(
      database.db,
    )
    expect((await running())[0]?.link).toBe('/iphone-18-pro-max-256gb?utm=1')
    await sql`update product set is_active = false where product_id = 1`.execute(database.db)
    expect((await running())[0]?.link).toBe('/smember')
    await sql`update product set is_active = true where product_id = 1`.execute(database.db)
    await sql`update popup set link = '/thu-cu-doi-moi' where popup_id = 1`.execute(database.db)
  })
})

test('the categories of articles begin with the front page of the news', async () => {
  const categories = content.postCategories.output.parse(await shop.postCategories(null, {}))
  expect(categories[0]).toEqual({ name: 'Tin tức', path: '/tin-tuc' })
  expect(categories.map(({ path }) => path)).toContain('/tu-van')
})

describe('banners', () => {
  test("are in the shop's order, with both image sizes and alternative texts", async () => {
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

  test('of a category are only its own', async () => {
    const [phones, speakers] = await Promise.all([
      bannersOf('category', 1),
      bannersOf('category', 6),
    ])
    expect(phones).toHaveLength(2)
    expect(speakers).toEqual([])
    expect((await bannersOf('right')).length).toBeGreaterThan(0)
  })

  test('lead to current addresses, and not to inactive products', async () => {
    await sql`update banner set path = '/samsung-galaxy-s26-ultra?color=den' where path like '/galaxy%'`.execute(
      database.db,
    )
    await sql`update product set is_active = false where product_id =
      (select entity_id from slug where path = 'iphone-18-pro-256gb')`.execute(database.db)
    time += banners_last_ms
    const paths = (await bannersOf('hero')).map((slide) => slide.path)
    expect(paths).toEqual(['/galaxy-s26-ultra-12gb-256gb?color=den', '/laptop'])
    await sql`update product set is_active = true where not is_active`.execute(database.db)
  })

  test('are shown only between their dates', async () => {
    const day = new Date(time + 86_400_000)
    await sql`update banner set starts_at = ${day} where path = '/laptop'`.execute(database.db)
    time += banners_last_ms
    expect(await bannersOf('hero')).toHaveLength(2)
    time += 86_400_000
    expect(await bannersOf('hero')).toHaveLength(3)
  })
})

const idAt = async (path: string) => {
  const { rows } = await sql<{ entity_id: number }>`
    select entity_id from slug where path = ${path}`.execute(database.db)
  return rows[0]?.entity_id ?? 0
}
const postAt = async (path: string) =>
  content.post.output.parse(await shop.post(null, { post_id: await idAt(path) }))
const first_post =
  'tin-tuc/iphone-18-pro-max-len-ke-bon-mau-chip-a20-pro-co-gi-doi-so-voi-17-pro-max'

describe('a post', () => {
  test('has its category, author, tags, linked products and related posts', async () => {
    const post = await postAt(first_post)
    expect(post.title).toMatch(/^iPhone 18 Pro Max lên kệ/)
    expect(post.breadcrumb.map((crumb) => crumb.path)).toEqual(['/tin-tuc', `/${first_post}`])
    expect(post.author).toMatchObject({ name: 'Minh Anh', path: `/author/${post.author.uuid}` })
    expect(post.tags).toEqual([
      { name: 'iPhone', path: '/chu-de/iphone' },
      { name: 'Apple', path: '/chu-de/apple' },
    ])
    expect(post.product_ids).toEqual([
      await idAt('iphone-18-pro-max-256gb'),
      await idAt('iphone-17-pro-max-256gb'),
    ])
    expect(post.related).toHaveLength(4)
    expect(post.related.map((each) => each.post_id)).not.toContain(post.post_id)
  })

  test('takes its metadata from its title, excerpt and picture if it has none', async () => {
    const { meta, title, excerpt } = await postAt(first_post)
    expect(meta).toMatchObject({
      title,
      canonical_path: `/${first_post}`,
      image: '/media/blog/1.webp',
      is_indexed: true,
    })
    expect(excerpt).toContain(meta.description.slice(0, 60))
  })

  test('links to current addresses; a link to an inactive product becomes plain text', async () => {
    const post_id = await idAt(first_post)
    const links =
      '<p><a href="/iphone-18-pro-max?color=den">mới</a> <a href="/iphone-17-256gb">cũ</a></p>'
    const { rows } = await sql<{ body: string }>`
      select body from post where post_id = ${post_id}`.execute(database.db)
    await sql`update post set body = ${links} where post_id = ${post_id}`.execute(database.db)
    await sql`update product set is_active = false where product_id = ${await idAt('iphone-17-256gb')}`.execute(
      database.db,
    )
    expect((await postAt(first_post)).sections).toEqual([
      {
        id: '',
        title: '',
        html: '<p><a href="/iphone-18-pro-max-256gb?color=den">mới</a> cũ</p>',
      },
    ])
    await sql`update product set is_active = true where not is_active`.execute(database.db)
    await sql`update post set body = ${rows[0]?.body} where post_id = ${post_id}`.execute(
      database.db,
    )
  })

  test('the newest of a category are those of its own list', async () => {
    const post_category_id = await idAt('thu-thuat')
    const { posts } = await shop.categoryPosts(null, { post_category_id, page: 1, size: 3 })
    const newest = await shop.latestPosts(null, { size: 3, category: '/thu-thuat' })
    expect(newest).toEqual(posts)
    expect(newest.length).toBeGreaterThan(0)
    expect(await shop.latestPosts(null, { size: 3, category: 'khong-co' })).toEqual([])
  })

  test('is not found before its publication, nor after it was deactivated', async () => {
    const post_id = await idAt(first_post)
    const later = new Date(time + 3_600_000)
    await sql`update post set published_at = ${later} where post_id = ${post_id}`.execute(
      database.db,
    )
    await expect(shop.post(null, { post_id })).rejects.toMatchObject({ code: 'not_found' })
    time += 3_600_000
    expect((await shop.latestPosts(null, { size: 1 }))[0]?.post_id).toBe(post_id)
    await sql`update post set is_active = false where post_id = ${post_id}`.execute(database.db)
    await expect(shop.post(null, { post_id })).rejects.toMatchObject({ code: 'not_found' })
    await sql`update post set is_active = true where post_id = ${post_id}`.execute(database.db)
  })
})

describe('lists of posts', () => {
  test('of a category are paged, newest first, every post once', async () => {
    const post_category_id = await idAt('tu-van')
    const pages = await Promise.all(
      [1, 2, 3].map((page) => shop.categoryPosts(null, { post_category_id, page, size: 4 })),
    )
    const [first] = pages.map((list) => content.categoryPosts.output.parse(list))
    expect(first).toMatchObject({ kind: 'category', name: 'Tư vấn', total: 8, others: [] })
    const posts = pages.flatMap((list) => list.posts)
    expect(new Set(posts.map((post) => post.post_id)).size).toBe(8)
    const dates = posts.map((post) => post.published_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test('the first page of the news also shows the newest posts of other categories', async () => {
    const post_category_id = await idAt('tin-tuc')
    const front = await shop.categoryPosts(null, { post_category_id, page: 1, size: 12 })
    expect(front.others.map((other) => other.path).slice(0, 2)).toEqual(['/danh-gia', '/tu-van'])
    expect(front.others[0]?.posts).toHaveLength(4)
    expect(front.meta.title).toBe('Tin tức')
  })

  test('of a tag and of an author', async () => {
    const post_tag_id = await idAt('chu-de/pin')
    const tag = content.tagPosts.output.parse(
      await shop.tagPosts(null, { post_tag_id, page: 1, size: 12 }),
    )
    expect(tag).toMatchObject({ kind: 'tag', name: 'Pin điện thoại', total: 2 })
    const { author } = await postAt(first_post)
    const list = content.authorPosts.output.parse(
      await shop.authorPosts(null, { uuid: author.uuid, page: 1, size: 12 }),
    )
    expect(list).toMatchObject({ kind: 'author', total: 10, author: { name: 'Minh Anh' } })
    expect(list.meta.canonical_path).toBe(`/author/${author.uuid}`)
  })

  test('of an unknown category, tag or author are refused', async () => {
    const page = { page: 1, size: 12 }
    const refused = { code: 'not_found', status: 404 }
    await expect(shop.post(null, { post_id: 999 })).rejects.toMatchObject(refused)
    await expect(
      shop.categoryPosts(null, { post_category_id: 999, ...page }),
    ).rejects.toMatchObject(refused)
    await expect(shop.tagPosts(null, { post_tag_id: 999, ...page })).rejects.toMatchObject(refused)
    const uuid = '00000000-0000-4000-8000-000000000000'
    await expect(shop.authorPosts(null, { uuid, ...page })).rejects.toMatchObject(refused)
  })
})
