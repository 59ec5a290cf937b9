import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ArticleContent } from '#contracts/staff/offers/articles.ts'
import { permissions } from '#contracts/staff/all.ts'
import { createLog } from '#platform/observe/log.ts'
import type { StaffActor } from '#pure/contract.ts'
import { openStaffWrites } from '#shop/change-log/write-as-staff.ts'
import { publishDueArticles } from '#shop/flows/content/articles/publish-articles-job.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { everywhere, staffWith } from '#test/support/staff.ts'

let database: TestDatabase
let door: Door
let office: ReturnType<typeof staffOffice>
let actor: StaffActor
const start = new Date('2026-11-21T03:00:00Z')
let now = start

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  const { db } = database
  door = await openDoor(database, { now: () => now, cache_pages: true })
  office = staffOffice(await testProviders({ db, now: () => now, gateways: [] }))
  const { rows } = await sql<{ staff_id: number }>`select staff_id from staff limit 1`.execute(db)
  actor = { ...staffWith(everywhere(permissions)), staff_id: rows[0]?.staff_id ?? 0, name: 'Lan' }
})
beforeEach(() => {
  now = start
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string; data?: { reason?: string; path?: string; at?: string } }) =>
      [error.code, error.data?.reason ?? error.data?.path, error.data?.at]
        .filter((part) => part !== undefined)
        .join(' '),
  )
const look = (code: string, compared?: number) =>
  office.services.articles.article(actor, { code, compared })
const pageOf = async (path: string) => door.call('GET', path)
const words = async (path: string, ...wanted: string[]) => {
  const { text } = await pageOf(path)
  return wanted.filter((word) => text.includes(word))
}
/** Cached pages follow the notice of a change. */
async function shows(path: string, word: string): Promise<void> {
  await expect.poll(async () => words(path, word), { timeout: 10_000 }).toEqual([word])
}

async function begin(title: string, by = actor) {
  const { articles } = office.services
  const { categories, authors } = await articles.articleForm(actor, {})
  const { code } = await articles.createArticle(by, {
    ...{ title, author_id: authors[0]?.value ?? '' },
    post_category_id: Number(categories[0]?.value),
  })
  const { content, version } = await look(code)
  const seen = (part: Partial<ArticleContent>, at = version) => ({
    ...{ ...content, ...part, code, version: at },
  })
  return { code, path: `/${content.path}`, seen }
}

test('a form that is sent twice begins one article and one page, and another once it was written', async () => {
  const { articles } = office.services
  const twice = await Promise.all([begin('Hai lần bấm'), begin('Hai lần bấm')])
  expect(twice[1].code).toBe(twice[0].code)
  const namesake = { ...actor, staff_id: actor.staff_id + 1 }
  expect((await begin('Hai lần bấm', namesake)).code).not.toBe(twice[0].code)
  expect((await begin('Bài khác')).code).not.toBe(twice[0].code)
  await articles.saveArticle(actor, twice[0].seen({ body: '<p>Một</p>' }))
  expect((await begin('Hai lần bấm')).code).not.toBe(twice[0].code)
  const page = { title: 'Bấm hai lần' }
  const pages = await Promise.all([
    articles.createPage(actor, page),
    articles.createPage(actor, page),
  ])
  expect(pages[1]).toEqual(pages[0])
  expect(await articles.createPage(namesake, page)).not.toEqual(pages[0])
})

test('an article is prepared, looked at by its link, published, changed and brought back', async () => {
  const { articles } = office.services
  const { code, path, seen } = await begin('Điện thoại mới: nên mua?')
  expect(path).toBe('/tin-tuc/dien-thoai-moi-nen-mua')
  expect((await pageOf(path)).status).toBe(404)
  await articles.saveArticle(actor, seen({ body: '<p>Một</p><script>x</script>' }))
  expect(await refusal(articles.saveArticle(actor, seen({ body: '<p>Hai</p>' })))).toBe(
    'article_changed',
  )
  expect((await pageOf(path)).status).toBe(404)
  await articles.openPreview(actor, { code, version: 2 })
  const { preview_path, state } = await look(code)
  expect(state).toBe('draft')
  const preview = await pageOf(preview_path ?? '')
  expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(preview.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(preview.text).toContain('<meta name="robots" content="noindex, nofollow"')
  expect(preview.text).toContain('<p>Một</p>')
  expect(preview.text).toContain('Bản nháp, chưa đăng')
  expect(preview.text).toContain(`href="/noi-bo/bai-viet/${code}"`)
  expect(preview.text).not.toContain('<script>x')
  // A page that nothing keeps: the draft is seen at once.
  await articles.saveArticle(actor, seen({ body: '<p>Hai</p>' }, 3))
  expect(await words(preview_path ?? '', 'Một', 'Hai')).toEqual(['Hai'])
  const data = await pageOf(`/_data${preview_path}`)
  expect(data.headers.get('cache-control')).toBe('private, no-store')

  const tags = 'iPhone, Thẻ mới'
  await articles.publishArticle(actor, { ...seen({ body: '<p>Hai</p>', tags }, 4), publish_at: '' })
  expect(await words(path, '<p>Hai</p>', '/chu-de/iphone', '/chu-de/the-moi')).toHaveLength(3)
  const changed = { body: '<p>Ba</p>', path: 'tin-tuc/ten-khac', tags: '' }
  await articles.saveArticle(actor, seen(changed, 5))
  expect(await words(path, 'Hai', '<p>Ba</p>')).toEqual(['Hai'])
  expect((await look(code)).state).toBe('changed')
  await articles.publishArticle(actor, { ...seen(changed, 6), publish_at: '' })
  await shows('/tin-tuc/ten-khac', '<p>Ba</p>')
  await expect.poll(async () => (await pageOf(path)).status, { timeout: 10_000 }).toBe(301)

  const { versions, comparison } = await look(code, 1)
  expect(versions.map(({ number, staff_name }) => [number, staff_name])).toEqual([
    [2, 'Lan'],
    [1, 'Lan'],
  ])
  expect(comparison?.lines).toEqual([
    { kind: 'removed', text: 'Hai' },
    { kind: 'added', text: 'Ba' },
  ])
  expect(comparison?.fields.map(({ label }) => label)).toEqual(['Địa chỉ', 'Chủ đề'])
  await articles.restoreVersion(actor, { code, version: 7, number: 1 })
  const restored = await look(code)
  expect([restored.state, restored.content.body]).toEqual(['changed', '<p>Hai</p>'])
  await articles.discardDraft(actor, { code, version: 8 })
  expect((await look(code)).content.body).toBe('<p>Ba</p>')
  await articles.withdrawArticle(actor, { code, version: 9 })
  await expect.poll(async () => (await pageOf('/tin-tuc/ten-khac')).status).toBe(404)
  expect((await look(code)).content.body).toBe('<p>Ba</p>')
  expect(await refusal(articles.restoreVersion(actor, { code, version: 10, number: 9 }))).toBe(
    'article_not_found',
  )
  // The link of the preview ends.
  now = new Date(start.getTime() + 8 * 86_400_000)
  expect((await pageOf(preview_path ?? '')).status).toBe(404)
  expect((await pageOf(`/xem-truoc/${'0'.repeat(64)}`)).status).toBe(404)
})

test('a draft comes out at its time, on pages that are cached; saving it takes the time back', async () => {
  const { articles } = office.services
  const { db } = database
  const log = createLog({ service: 'test', level: 'silent' })
  const write = openStaffWrites({ db, now: () => now, person_keys: {} as never })
  const run = () => publishDueArticles({ db, now: () => now, log, write })
  const { code, path, seen } = await begin('Hẹn giờ')
  const publish_at = '2026-11-21T12:00'
  const past = { ...seen({ body: '<p>Một</p>' }), publish_at: '2026-11-21T09:00' }
  expect(await refusal(articles.publishArticle(actor, past))).toBe('time_passed')
  await articles.publishArticle(actor, { ...seen({ body: '<p>Một</p>' }), publish_at })
  expect((await look(code)).state).toBe('scheduled')
  expect(await run()).toBe(0)
  expect((await pageOf(path)).status).toBe(404)
  await articles.saveArticle(actor, seen({ body: '<p>Hai</p>' }, 2))
  expect((await look(code)).publish_at).toBe(null)
  await articles.publishArticle(actor, { ...seen({ body: '<p>Hai</p>' }, 3), publish_at })
  const list = '/tin-tuc'
  expect(await words(list, 'Hẹn giờ')).toEqual([])
  now = new Date('2026-11-21T05:00:10Z')
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  await shows(path, '<p>Hai</p>')
  await shows(list, 'Hẹn giờ')
  const published = await look(code)
  expect([published.state, published.published_at, published.versions.length]).toEqual([
    ...['published', '2026-11-21T05:00:00.000Z', 1],
  ])
  const { rows } = await sql`
    select from change_log where operation = 'command.publishArticle' and thing = 'article'`.execute(
    db,
  )
  expect(rows.length).toBeGreaterThan(0)
})

test('a static page is written like an article; its figures stay names, and the text before is a version', async () => {
  const { articles } = office.services
  const { rows } = await articles.pages(actor, { q: 'doi tra' })
  const { code = '', path = '' } = rows.find((row) => row.path === '/chinh-sach-doi-tra') ?? {}
  const before = await look(code)
  expect([before.kind, before.state, before.version]).toEqual(['page', 'published', 0])
  expect(before.content.body).toContain('{faulty_days}')
  const seen = (part: Partial<ArticleContent>, version: number) => ({
    ...{ ...before.content, ...part, code, version },
  })
  // Looking at what is published makes no draft.
  await articles.openPreview(actor, { code, version: 0 })
  const { preview_path, has_draft, state } = await look(code)
  expect([has_draft, state]).toEqual([false, 'published'])
  expect(await words(preview_path ?? '', 'trong 30 ngày', 'noindex')).toHaveLength(2)
  const editor = `href="/noi-bo/bai-viet/${code}"`
  expect(await words(preview_path ?? '', 'Bản đang đăng', editor)).toHaveLength(2)
  expect(await words(path, 'Bản đang đăng', editor)).toEqual([])
  const { rows: links } = await sql<{ after: string }>`
    select changes::text as after from change_log
    where thing_key = ${code} and operation = 'articles.openPreview'`.execute(database.db)
  expect(links).toHaveLength(1)
  expect(links[0]?.after).not.toContain(preview_path?.slice('/xem-truoc/'.length))

  const body = [
    '<p class="heading">Hạn</p>',
    '<p>Lỗi đổi trong {faulty_days} ngày.</p>',
    '<p class="prices">iphone-18-pro-max-256gb</p>',
  ].join('')
  const save = (part: Partial<ArticleContent>) =>
    refusal(articles.saveArticle(actor, seen(part, 1)))
  expect(await save({ body: '<p>{faulty_dayz}</p>' })).toBe(
    'content_refused unknown_figure {faulty_dayz}',
  )
  expect(await save({ is_in_footer: false })).toMatch(/^content_refused footer_needed/)
  expect(await save({ path: 'a/b' })).toBe('content_refused page_path a/b')
  await articles.saveArticle(actor, seen({ body }, 1))
  expect(await words(preview_path ?? '', 'Lỗi đổi trong 30 ngày.', '38.490.000đ')).toHaveLength(2)
  expect(await words(path, 'Lỗi đổi trong 30 ngày.')).toEqual([])
  await articles.publishArticle(actor, { ...seen({ body }, 2), publish_at: '' })
  await shows(path, 'Lỗi đổi trong 30 ngày.')
  await shows(path, '38.490.000đ')
  const { versions } = await look(code, 1)
  expect(versions.map(({ staff_name }) => staff_name)).toEqual(['Lan', ''])
  expect(await refusal(articles.withdrawArticle(actor, { code, version: 3 }))).toBe('page_needed')
  await articles.restoreVersion(actor, { code, version: 3, number: 1 })
  expect((await look(code)).content).toEqual(before.content)

  const made = await articles.createPage(actor, { title: 'Tuyển dụng' })
  const fresh = await look(made.code)
  expect([fresh.content.path, fresh.state]).toEqual(['tuyen-dung', 'draft'])
  expect((await pageOf('/tuyen-dung')).status).toBe(404)
  const written = { ...fresh.content, body: '<p>Mời bạn</p>', is_in_footer: true }
  const sent = { ...written, code: made.code, version: 1, publish_at: '' }
  await articles.publishArticle(actor, sent)
  await shows('/tuyen-dung', 'Mời bạn')
  await shows('/tin-tuc', 'href="/tuyen-dung"')
  await articles.withdrawArticle(actor, { code: made.code, version: 2 })
  await expect.poll(async () => (await pageOf('/tuyen-dung')).status).toBe(404)
})

test('what was never written here is published at once, and what it said is the first version', async () => {
  const { articles } = office.services
  const { rows } = await articles.articles(actor, {})
  const { code = '' } = rows.find((row) => row.state === 'published') ?? {}
  const { content, version } = await look(code)
  expect(version).toBe(0)
  const title = 'Tiêu đề mới'
  await articles.publishArticle(actor, { ...content, title, code, version, publish_at: '' })
  const { versions } = await look(code)
  expect(versions.map((one) => one.title)).toEqual([title, content.title])
})

test('products are named by SKU or address, films by address; what is wrong is refused with its place', async () => {
  const { articles } = office.services
  const { rows } = await sql<{ sku: string; path: string; name: string }>`
    select item.sku, slug.path, page.name from product page
    join slug on slug.kind = 'product' and slug.entity_id = page.product_id and slug.is_current
    join product item on item.parent_id = page.product_id
    where slug.path = 'iphone-18-pro-max-256gb' limit 1`.execute(database.db)
  const [phone] = rows
  const { code, path, seen } = await begin('Khối')
  const body = [
    '<p class="heading">Mua gì</p>',
    `<p class="products">${phone?.sku}, ${phone?.path}</p>`,
    `<p class="prices">http://localhost:3000/${phone?.path}?mau=do</p>`,
    '<p class="video">Trên tay https://youtu.be/abcdefghijk</p>',
  ].join('\n')
  await articles.publishArticle(actor, { ...seen({ body }), publish_at: '' })
  const link = `<a href="/${phone?.path}">${phone?.name}</a>`
  expect((await look(code)).content.body).toBe(
    [
      '<p class="heading">Mua gì</p>',
      `<p class="products">${link}</p>`,
      `<p class="prices">${link}</p>`,
      '<p class="video"><a href="https://youtu.be/abcdefghijk">Trên tay</a></p>',
    ].join('\n'),
  )
  const { text } = await pageOf(path)
  expect(text).toMatch(/aria-label="Sản phẩm".*38\.490\.000đ.*<caption.*38\.490\.000đ/s)
  const save = (part: Partial<ArticleContent>) =>
    refusal(articles.saveArticle(actor, seen(part, 2)))
  const picture = (href: string, alt: string) => ({
    body: `<p class="picture"><a href="${href}">${alt}</a></p>`,
  })
  expect(await save({ body: '<p class="products">KHONG-CO</p>' })).toBe(
    'content_refused unknown_product KHONG-CO',
  )
  expect(await save({ body: '<p class="video">https://a.example/x</p>' })).toMatch(
    /^content_refused video/,
  )
  expect(await save(picture('/media/blog/1.webp', ' '))).toMatch(/picture_without_words/)
  expect(await save(picture('https://a.example/x.png', 'Ảnh'))).toMatch(/unknown_picture/)
  expect(await save({ image: '/media/blog/2.webp' })).toMatch(/unknown_picture/)
  expect(await save({ path: 'cart/x' })).toBe('path_taken cart/x')
  expect(await save({ path: 'tin-tuc' })).toBe('path_taken tin-tuc')
  expect(await save({ post_category_id: 999_999 })).toMatch(/^content_refused choice/)
  // Plain text becomes paragraphs.
  expect(await save({ body: 'Một\n\nHai' })).toBe('done')
  expect((await look(code)).content.body).toBe('<p>Một</p>\n<p>Hai</p>')
  expect(await refusal(look('bai-999999'))).toBe('article_not_found')
})

test('a picture that a text still shows is not removed, and the texts are named', async () => {
  const { articles } = office.services
  const { code, seen } = await begin('Có ảnh')
  await articles.addPictures(actor, { code, files: [await photo()] })
  const [{ picture_id, src } = { picture_id: 0, src: '' }] = (await look(code)).pictures
  const picture = `<p class="picture"><a href="${src}">Máy trên tay</a></p>`
  await articles.saveArticle(actor, seen({ body: picture }))
  const other = await begin('Bài khác')
  await articles.publishArticle(actor, { ...other.seen({ body: picture }), publish_at: '' })
  const remove = () =>
    articles.removePicture(actor, { code, picture_id, reason: 'mờ' }).then(
      () => 'removed',
      (error: { code: string; data: { texts: string[] } }) => [error.code, ...error.data.texts],
    )
  expect(await remove()).toEqual(['picture_in_use', 'Bài khác', 'Có ảnh'])
  expect((await look(code)).pictures).toHaveLength(1)
  await articles.saveArticle(actor, seen({ body: '<p>Chữ</p>' }, 2))
  await articles.publishArticle(actor, { ...other.seen({ body: '<p>Chữ</p>' }, 2), publish_at: '' })
  expect(await remove()).toBe('removed')
})

test('the list tells states apart, and is searched, filtered and sorted', async () => {
  const { articles } = office.services
  const { code } = await begin('Bài tìm 100%')
  const found = await articles.articles(actor, { q: 'tìm 100%' })
  expect(found.rows.map((row) => [row.code, row.state])).toEqual([[code, 'draft']])
  expect(found.counts.find(({ state }) => state === 'draft')?.count).toBe(1)
  const drafts = await articles.articles(actor, { state: 'draft' })
  expect(new Set(drafts.rows.map(({ state }) => state))).toEqual(new Set(['draft']))
  const [first, second] = (await articles.articles(actor, { sort: 'title' })).rows
  expect((first?.title ?? '') <= (second?.title ?? '')).toBe(true)
  const all = await articles.articles(actor, {})
  expect(all.rows.length).toBeGreaterThan(40)
  expect(all.has_next).toBe(false)
  const seeing = staffWith(everywhere(['content.see', 'content.edit']))
  const { version, content } = await look(code)
  const publish = articles.publishArticle(seeing, { ...content, code, version, publish_at: '' })
  expect(await refusal(publish)).toBe('permission_missing')
})
