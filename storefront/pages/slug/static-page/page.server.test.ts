import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { page_figures, unknownFigure } from '#pure/formats/page-figures.ts'
import { retention_days } from '#shop/flows/sweep/retention.ts'
import { openDoor } from '#test/support/door.ts'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop({ now: () => new Date('2026-11-20T03:00:00Z') })

const page = async (path: string) => {
  const { status, text } = await demo.door.call('GET', path)
  // React separates neighbouring texts by comments.
  const whole = text.replaceAll('<!-- -->', '')
  return { status, text: whole, plain: whole.replace(/<\/?span[^>]*>/g, '') }
}
const set = (values: string, code = 'returns') =>
  sql.raw(`update static_page set ${values} where code = '${code}'`).execute(demo.own.db)
const headOf = (text: string) => {
  const of = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    title: of(/<title>([^<]*)<\/title>/),
    description: of(/<meta name="description" content="([^"]*)"/),
    keywords: of(/<meta name="keywords" content="([^"]*)"/),
    robots: of(/<meta name="robots" content="([^"]*)"/),
    image: of(/<meta property="og:image" content="([^"]*)"/),
    canonical: of(/<link rel="canonical" href="([^"]*)"/),
  }
}
const own = 'http://localhost:3000'

test('a shop publishes every policy that the law asks for, complete', async () => {
  const { rows } = await sql<{ code: string; path: string }>`
    select code, path from static_page join slug on kind = 'static_page' and entity_id = static_page_id
    order by position`.execute(demo.own.db)
  const codes = rows.map(({ code }) => code)
  for (const code of [
    ...['sale-terms', 'delivery', 'payment', 'returns', 'warranty', 'complaints', 'privacy'],
    ...['terms', 'operating-rules', 'used', 'installment'],
  ])
    expect(codes).toContain(code)
  for (const { path } of rows) {
    const { status, text } = await page(`/${path}`)
    expect({ path, status }).toEqual({ path, status: 200 })
    // Every figure and every name is filled in.
    expect({ path, open: /\{[a-z_]+\}/.exec(text)?.[0] }).toEqual({ path, open: undefined })
    expect(text).toMatch(/<nav aria-label="Nội dung chính"/)
  }
})

describe('figures are those of the rules in force', () => {
  test('of delivery', async () => {
    expect((await page('/chinh-sach-giao-hang')).plain).toContain('Đơn từ 300.000đ: miễn phí giao')
    await sql`update delivery_rule set fee = 45000, free_from = 500000, away_days = 5`.execute(
      demo.own.db,
    )
    const { plain: text } = await page('/chinh-sach-giao-hang')
    expect(text).toContain('Đơn từ 500.000đ: miễn phí giao')
    expect(text).toContain('Đơn dưới 500.000đ: phí 45.000đ')
    expect(text).toContain('khoảng 5 ngày')
    await sql`update delivery_rule set fee = 30000, free_from = 300000, away_days = 3`.execute(
      demo.own.db,
    )
  })

  test('of returns', async () => {
    const before = (await page('/chinh-sach-doi-tra')).plain
    expect(before).toContain('trong 30 ngày, đổi máy mới cùng loại hoặc hoàn tiền')
    expect(before).toContain(
      'trong 30 ngày phí 20% giá trị hàng, từ ngày 31 đến ngày 60 phí 40% giá trị hàng',
    )
    await sql`delete from return_fee where reason = 'not_liked'`.execute(demo.own.db)
    expect((await page('/chinh-sach-doi-tra')).plain).toContain(
      'Không ưng ý: cửa hàng không nhận lại',
    )
    await sql`insert into return_fee (reason, up_to_day, percent) values ('not_liked', 30, 20), ('not_liked', 60, 40)`.execute(
      demo.own.db,
    )
  })

  test('of how long data is held', async () => {
    const { plain: text } = await page('/chinh-sach-du-lieu-ca-nhan')
    expect(text).toContain(`đã gửi: ${retention_days.message_texts} ngày`)
    expect(text).toContain(`sự đồng ý: ${retention_days.consents / 365} năm`)
    expect(text).toContain(`Ảnh giấy tờ: ${retention_days.loan_papers} ngày`)
  })

  test('every figure that staff may name has a value', async () => {
    const { rows } = await sql<{ body: string }>`
      select body from static_page where code = 'returns'`.execute(demo.own.db)
    const names = page_figures.map(({ name }) => `{${name}}`).join(' ')
    await sql`update static_page set body = ${`<p>${names}</p>`} where code = 'returns'`.execute(
      demo.own.db,
    )
    expect((await page('/chinh-sach-doi-tra')).text).not.toMatch(/\{[a-z_]+\}/)
    await sql`update static_page set body = ${rows[0]?.body} where code = 'returns'`.execute(
      demo.own.db,
    )
    const { rows: bodies } = await sql<{ body: string }>`select body from static_page`.execute(
      demo.own.db,
    )
    expect(bodies.map(({ body }) => unknownFigure(body)).filter((name) => name !== null)).toEqual(
      [],
    )
  })

  test('a name that is no figure stays, and a figure is never markup', async () => {
    const { rows } = await sql<{ body: string }>`
      select body from static_page where code = 'returns'`.execute(demo.own.db)
    await sql`update static_page set body = '<p>{not_known} {hotline}</p><script>alert(1)</script>' where code = 'returns'`.execute(
      demo.own.db,
    )
    const { text } = await page('/chinh-sach-doi-tra')
    expect(text).toContain('<p>{not_known} 1800')
    expect(text).not.toContain('alert(1)')
    await sql`update static_page set body = ${rows[0]?.body} where code = 'returns'`.execute(
      demo.own.db,
    )
  })
})

describe('the head of a static page', () => {
  test('falls back to its title and its sentence; canonical is its address', async () => {
    expect(headOf((await page('/chinh-sach-doi-tra')).text)).toEqual({
      title: expect.stringMatching(/^Chính sách đổi trả và hoàn tiền \| /),
      description: expect.stringMatching(/^Lỗi nhà sản xuất: 1 đổi 1 trong 30 ngày/),
      keywords: undefined,
      robots: 'index, follow',
      image: `${own}/media/brand/share.jpg`,
      canonical: `${own}/chinh-sach-doi-tra`,
    })
  })

  test('is what its meta fields say', async () => {
    await set(`meta_title = 'Đổi trả 30 ngày', meta_description = 'Mô tả riêng', meta_keyword = 'đổi, trả',
      meta_thumbnail = '/media/blog/7.webp', meta_index = false, meta_follow = false, canonical_tag = '/khac'`)
    expect(headOf((await page('/chinh-sach-doi-tra')).text)).toEqual({
      title: expect.stringMatching(/^Đổi trả 30 ngày \| /),
      description: 'Mô tả riêng',
      keywords: 'đổi, trả',
      robots: 'noindex, nofollow',
      image: `${own}/media/blog/7.webp`,
      canonical: `${own}/khac`,
    })
    await set(`canonical_tag = 'https://elsewhere.example/x'`)
    expect(headOf((await page('/chinh-sach-doi-tra')).text).canonical).toBe(
      `${own}/chinh-sach-doi-tra`,
    )
    await set(`meta_title = '', meta_description = '', meta_keyword = '', meta_thumbnail = null,
      meta_index = true, meta_follow = true, canonical_tag = ''`)
  })

  test('is described as WebPage with its breadcrumb', async () => {
    const [, json = '{}'] =
      /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(
        (await page('/chinh-sach-doi-tra')).text,
      ) ?? []
    const { '@graph': things } = JSON.parse(json) as { '@graph': Record<string, unknown>[] }
    expect(things).toEqual([
      expect.objectContaining({
        '@type': 'WebPage',
        name: 'Chính sách đổi trả và hoàn tiền',
        url: `${own}/chinh-sach-doi-tra`,
      }),
      expect.objectContaining({ '@type': 'BreadcrumbList' }),
    ])
  })
})

test('a page is in the sitemap if it may be indexed, and a hidden one is nowhere', async () => {
  const sitemap = async () => (await demo.door.call('GET', '/sitemap/page-1.xml')).text
  expect(await sitemap()).toContain(`<loc>${own}/chinh-sach-doi-tra</loc>`)
  await set('meta_index = false')
  expect(await sitemap()).not.toContain('/chinh-sach-doi-tra<')
  await set('meta_index = true, is_active = false')
  expect(await sitemap()).not.toContain('/chinh-sach-doi-tra<')
  expect((await page('/chinh-sach-doi-tra')).status).toBe(404)
  // A link to it becomes its words.
  const linking = (await page('/dieu-kien-mua-ban')).text
  expect(linking).toMatch(/<p>Văn bản này [^\n]*, đổi trả và <a href="\/chinh-sach-bao-hanh">/)
  await set('is_active = true')
})

test('the footer of every page names the policies, and follows their changes', async () => {
  const shop = await openDoor(demo.own, { cache_pages: true })
  const read = async () => (await shop.call('GET', '/')).text
  const before = await read()
  expect(before).toContain('<a href="/chinh-sach-bao-hanh"')
  expect(await read()).toBe(before)
  await set(`title = 'Bảo hành tận tâm'`, 'warranty')
  await expect.poll(read, { timeout: 10_000 }).toContain('Bảo hành tận tâm')
  await set('is_in_footer = false', 'warranty')
  await expect.poll(read, { timeout: 10_000 }).not.toContain('Bảo hành tận tâm')
  await shop.close()
})

test('an old address of a policy redirects to the current one', async () => {
  await sql`insert into slug (path, kind, entity_id, is_current)
    select 'doi-tra', 'static_page', static_page_id, false from static_page where code = 'returns'`.execute(
    demo.own.db,
  )
  const { status, headers } = await demo.door.call('GET', '/doi-tra')
  expect(status).toBe(301)
  expect(headers.get('location')).toBe('/chinh-sach-doi-tra')
})
