import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDoor } from '#test/support/door.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ now: () => new Date('2026-11-20T03:00:00Z') })

const page = async (path: string) => {
  const { status, text } = await demo.door.call('GET', path)
  return { status, text }
}
const paths = async (query: string) => {
  const { rows } = await sql.raw<{ path: string }>(query).execute(demo.own.db)
  return rows.map((row) => row.path)
}
const first_post =
  '/tin-tuc/iphone-18-pro-max-len-ke-bon-mau-chip-a20-pro-co-gi-doi-so-voi-17-pro-max'

test('an article shows its author, its time of publication to the minute, and its products', async () => {
  await sql`update post set published_at = '2026-09-12T23:59:00Z' where post_id = 1`.execute(
    demo.own.db,
  )
  const { status, text } = await page(first_post)
  expect(status).toBe(200)
  expect(text).toMatch(/<h1[^>]*>iPhone 18 Pro Max lên kệ: bốn màu/)
  expect(text).toMatch(/<time[^>]*>13\/09\/2026 06:59<\/time>/)
  expect(text).toMatch(/<a href="\/author\/[0-9a-f-]{36}"[^>]*>Minh Anh<\/a>/)
  expect(text).toContain('<a href="/iphone-18-pro-max-256gb">iPhone 18 Pro Max</a>')
  expect(text).toMatch(/Sản phẩm trong bài.*đ/s)
  expect(text).toContain('href="/chu-de/iphone"')
  expect(text).toMatch(/<link rel="canonical" href="[^"]*\/tin-tuc\/iphone-18-pro-max-len-ke/)
})

test('every article, category, tag and author has its page', async () => {
  const all = await paths(`select '/' || path as path from slug where kind like 'post%'
    union all select '/author/' || author_id from author`)
  expect(all.length).toBeGreaterThan(80)
  // One after the other: a crowd of a hundred pages is told to come again later.
  const answers: { path: string; status: number }[] = []
  for (const path of all) answers.push({ path, status: (await page(path)).status })
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

const headOf = async (path: string) => {
  const { text } = await page(path)
  const of = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    title: of(/<title>([^<]*)<\/title>/),
    image: of(/<meta property="og:image" content="([^"]*)"/),
    canonical: of(/<link rel="canonical" href="([^"]*)"/),
  }
}
const own = 'http://localhost:3000'

test('the title of a tag is its name, without a prefix (contract C2.49)', async () => {
  expect((await headOf('/chu-de/iphone')).title).toMatch(/^iPhone \|/)
})

test('the picture of a category of articles is its own one, else that of its newest article', async () => {
  const seeded = (await headOf('/danh-gia')).image
  expect(seeded).toMatch(/^http:\/\/localhost:3000\/media\/blog\/\d+\.webp/)
  await sql`update post_category set image = '/media/blog/7.webp' where name = 'Đánh giá'`.execute(
    demo.own.db,
  )
  expect((await headOf('/danh-gia')).image).toBe(`${own}/media/blog/7.webp`)
  await sql`update post_category set image = null`.execute(demo.own.db)
  const [newest] =
    await paths(`select post.image as path from post join post_category using (post_category_id)
    where post_category.name = 'Đánh giá' order by published_at desc, post_id desc`)
  expect((await headOf('/danh-gia')).image).toBe(own + newest)
  expect((await headOf('/chu-de/iphone')).image).toContain('/media/blog/')
})

test('a thumbnail on another host keeps its address', async () => {
  const image = 'https://cdn.example/a.webp'
  await sql`update post set meta_thumbnail = ${image} where post_id = 1`.execute(demo.own.db)
  expect((await headOf(first_post)).image).toBe(image)
})

test.each([
  ['/tin-tuc/khac', `${own}/tin-tuc/khac`],
  [`${own}/tin-tuc/khac`, `${own}/tin-tuc/khac`],
  [`${own}/tin-tuc/khac?trang=2`, `${own}/tin-tuc/khac?trang=2`],
  ['https://elsewhere.example/tin-tuc/khac', own + first_post],
  ['//elsewhere.example/x', own + first_post],
])('the canonical address %s of an article gives %s', async (tag, canonical) => {
  await sql`update post set canonical_tag = ${tag} where post_id = 1`.execute(demo.own.db)
  expect((await headOf(first_post)).canonical).toBe(canonical)
})

test('a full canonical address of the shop counts for lists, products and categories too', async () => {
  const tag = `${own}/noi-khac`
  const pages = ['danh-gia', 'dien-thoai', 'iphone-18-pro-max-256gb']
  for (const table of ['post_category', 'category', 'product']) {
    await sql`update ${sql.table(table)} set canonical_tag = ${tag}
      from slug where kind = ${table} and slug.path = any(${pages}) and is_current
        and entity_id = ${sql.ref(`${table}.${table}_id`)}`.execute(demo.own.db)
  }
  // The tree of categories is cached, so a shop that starts now reads it.
  const other_shop = await openDoor(demo.own)
  const heads = await Promise.all(
    pages.map(async (path) => (await other_shop.call('GET', `/${path}`)).text),
  )
  await other_shop.close()
  for (const text of heads) expect(text).toContain(`<link rel="canonical" href="${tag}"/>`)
})

test('the head of an article is what its meta fields say, else its own texts', async () => {
  const fields = async () => {
    const { text } = await page(first_post)
    const of = (pattern: RegExp) => pattern.exec(text)?.[1]
    return {
      title: of(/<title>([^<]*)<\/title>/),
      description: of(/<meta name="description" content="([^"]*)"/),
      keywords: of(/<meta name="keywords" content="([^"]*)"/),
      robots: of(/<meta name="robots" content="([^"]*)"/),
      type: of(/<meta property="og:type" content="([^"]*)"/),
    }
  }
  expect(await fields()).toEqual({
    title: expect.stringMatching(/^iPhone 18 Pro Max lên kệ: bốn màu/),
    description: expect.stringMatching(/^Bốn màu mới, chip A20 Pro/),
    keywords: undefined,
    robots: 'index, follow',
    type: 'article',
  })
  const set = (index: boolean, follow: boolean) =>
    sql`update post set meta_title = 'Tiêu đề riêng', meta_description = 'Mô tả riêng',
      meta_keyword = 'iphone, a20', meta_index = ${index}, meta_follow = ${follow}
      where post_id = 1`.execute(demo.own.db)
  await set(false, true)
  expect(await fields()).toMatchObject({
    title: expect.stringMatching(/^Tiêu đề riêng \| /),
    description: 'Mô tả riêng',
    keywords: 'iphone, a20',
    robots: 'noindex, follow',
  })
  await set(true, false)
  expect((await fields()).robots).toBe('index, nofollow')
  await sql`update post set meta_title = '', meta_description = '', meta_keyword = '', meta_index = true,
    meta_follow = true where post_id = 1`.execute(demo.own.db)
})

test('categories, tags and authors have the same rules; an author has no robots of its own', async () => {
  await sql`update post_category set meta_title = 'Bài đánh giá', meta_index = false where name = 'Đánh giá'`.execute(
    demo.own.db,
  )
  await sql`update post_tag set meta_title = 'Chuyện iPhone', meta_follow = false, canonical_tag = '/iphone-khac'
    where name = 'iPhone'`.execute(demo.own.db)
  await sql`update author set meta_title = 'Cây bút Minh Anh', meta_keyword = 'minh anh',
    meta_thumbnail = '/media/blog/3.webp' where name = 'Minh Anh'`.execute(demo.own.db)
  const [author = ''] = await paths(
    `select '/author/' || author_id as path from author where name = 'Minh Anh'`,
  )
  const category = (await page('/danh-gia')).text
  expect(category).toMatch(/<title>Bài đánh giá \|/)
  expect(category).toContain('content="noindex, follow"')
  const tag = (await page('/chu-de/iphone')).text
  expect(tag).toMatch(/<title>Chuyện iPhone \|/)
  expect(tag).toContain('content="index, nofollow"')
  expect(tag).toContain(`<link rel="canonical" href="${own}/iphone-khac"/>`)
  const writer = (await page(author)).text
  expect(writer).toMatch(/<title>Cây bút Minh Anh \|/)
  expect(writer).toContain('<meta name="keywords" content="minh anh"/>')
  expect(writer).toContain(`<link rel="canonical" href="${own}${author}"/>`)
  expect((await headOf(author)).image).toBe(`${own}/media/blog/3.webp`)
  await sql`update post_category set meta_title = '', meta_index = true`.execute(demo.own.db)
  await sql`update post_tag set meta_title = '', meta_follow = true, canonical_tag = ''`.execute(
    demo.own.db,
  )
  await sql`update author set meta_title = '', meta_keyword = '', meta_thumbnail = null`.execute(
    demo.own.db,
  )
})

const thingsOf = async (path: string) => {
  const { text } = await page(path)
  const [, json = '{}'] =
    /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(text) ?? []
  return (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph']
}

test('an article is described as NewsArticle with everything that Google reads; lists and authors as theirs', async () => {
  const [article, crumbs] = await thingsOf(first_post)
  expect(article).toMatchObject({
    '@type': 'NewsArticle',
    url: own + first_post,
    headline: expect.stringMatching(/^iPhone 18 Pro Max lên kệ/),
    image: [{ '@type': 'ImageObject', url: `${own}/media/blog/1.webp`, width: 800, height: 450 }],
    datePublished: expect.any(String),
    dateModified: expect.any(String),
    keywords: 'iPhone, Apple',
    timeRequired: expect.stringMatching(/^PT\d+M$/),
    wordCount: expect.any(Number),
    author: { '@type': 'Person', name: 'Minh Anh', url: expect.stringContaining('/author/') },
    publisher: { '@type': 'Organization', logo: { '@type': 'ImageObject' } },
  })
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
  expect((await thingsOf('/danh-gia'))[0]).toMatchObject({
    '@type': 'CollectionPage',
    mainEntity: { '@type': 'ItemList' },
  })
  const [author = ''] = await paths(`select '/author/' || author_id as path from author limit 1`)
  expect((await thingsOf(author))[0]).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', url: own + author },
  })
})

test('an article has a table of contents whose links lead to its headings', async () => {
  const { text } = await page(first_post)
  const [nav = ''] = /<nav aria-label="Nội dung chính"[\s\S]*?<\/nav>/.exec(text) ?? []
  const anchors = [...nav.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(anchors).toEqual([
    'muc-thong-so-doi-gi',
    'muc-ai-nen-doi',
    'muc-chon-17-pro-max-luc-nay-co-dai-khong',
    'muc-meo-chon-dung-luong',
  ])
  for (const id of anchors) expect(text).toContain(`<h2 id="${id}"`)
})

test('an article without links to products shows those of its first tag, with today’s price', async () => {
  const { rows } = await sql<{ body: string }>`select body from post where post_id = 1`.execute(
    demo.own.db,
  )
  await sql`update post set body = '<p>Không có liên kết.</p>' where post_id = 1`.execute(
    demo.own.db,
  )
  const { text } = await page(first_post)
  expect(text).toMatch(/Sản phẩm liên quan.*\d\.\d{3}đ/s)
  await sql`update post set body = ${rows[0]?.body} where post_id = 1`.execute(demo.own.db)
})

test('a list has links to its pages; only the first is indexed; a page after the last answers 404', async () => {
  const [author = ''] = await paths(
    `select '/author/' || author_id as path from author where name = 'Minh Anh'`,
  )
  const [first, second, beyond] = await Promise.all(
    ['', '?page=2', '?page=3'].map((query) => page(author + query)),
  )
  expect(first?.text).toContain(`href="${author}?page=2"`)
  expect(first?.text).toContain('content="index, follow"')
  expect(second?.status).toBe(200)
  expect(second?.text).toContain('<title>Minh Anh - Trang 2 | ')
  expect(second?.text).toContain('content="noindex, follow"')
  expect(beyond?.status).toBe(404)
})

test.each([
  '/author/khong-co',
  '/author/00000000-0000-4000-8000-000000000000',
  '/tin-tuc/khong-co',
])('%s answers 404', async (path) => {
  expect((await page(path)).status).toBe(404)
})

test('an old address of an article redirects to the current one', async () => {
  await sql`insert into slug (path, kind, entity_id, is_current) values ('bai-cu', 'post', 1, false)`.execute(
    demo.own.db,
  )
  const { status, headers } = await demo.door.call('GET', '/bai-cu')
  expect(status).toBe(301)
  expect(headers.get('location')).toBe(first_post)
})

test('a cached article is replaced when its text or the price of its products changes', async () => {
  const shop = await openDoor(demo.own, { cache_pages: true })
  const read = async () => (await shop.call('GET', first_post)).text
  const before = await read()
  expect(before).toContain('38.490.000đ')
  expect(await read()).toBe(before)
  await sql`update post set excerpt = 'Đã sửa lời dẫn.' where post_id = 1`.execute(demo.own.db)
  await expect.poll(read, { timeout: 10_000 }).toContain('Đã sửa lời dẫn.')
  await sql`update price set sale_price = 38000000 where sale_price = 38490000`.execute(demo.own.db)
  await expect.poll(read, { timeout: 10_000 }).toContain('38.000.000đ')
  await shop.close()
})
