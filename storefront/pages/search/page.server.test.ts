import { expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

async function searchPage(q: string): Promise<string> {
  const { status, text } = await demo.door.call('GET', `/tim-kiem?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  // React separates neighbouring texts by comments.
  return text.replaceAll('<!-- -->', '').replaceAll('&quot;', '"')
}

const headingOf = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]

const correctionIn = (html: string) => /Đã tìm theo <b>([^<]*)<\/b>/.exec(html)?.[1]

test('a model that is not sold is told in the heading, with the nearest of its line', async () => {
  const html = await searchPage('iphone 12 mini')
  expect(headingOf(html)).toBe('Chưa bán “iphone 12 mini”, xem dòng gần nhất')
  expect(html).toContain('iPhone 13 128GB')
  expect(html).not.toContain('Không có sản phẩm nào khớp mọi từ')
})

test('a correction is told only if the first product has it', async () => {
  expect(correctionIn(await searchPage('ihpone 17'))).toBe('“iphone 17”')
  expect(correctionIn(await searchPage('samsu galaxy s26'))).toBe('“samsung galaxy s26”')
  for (const q of ['giao hàng', 'imac m3', 'huawei mate 50', 'oppo a58']) {
    expect([q, correctionIn(await searchPage(q))]).toEqual([q, undefined])
  }
})

test('prices beyond the budget are told', async () => {
  const html = await searchPage('robot hút bụi dưới 1 triệu')
  expect(headingOf(html)).toBe('Sản phẩm gần nhất với “robot hút bụi dưới 1 triệu”')
  expect(html).toContain('Chưa có sản phẩm nào trong tầm giá này')
})

test('a heading does not call products found that lack a word', async () => {
  const html = await searchPage('iphone 17 zzyzx')
  expect(html).toContain('Không có sản phẩm nào khớp mọi từ')
  expect(headingOf(html)).toBe('Sản phẩm gần nhất với “iphone 17 zzyzx”')
})

test('a question about terms leads to its answers and to the shops', async () => {
  const html = await searchPage('trả góp')
  expect(headingOf(html)).toBe('Bạn hỏi về “trả góp”')
  // What was found comes first, not the picture of an empty search.
  expect(html).not.toContain('/media/states/')
  expect(html).toMatch(/<a href="\/tu-van\/tra-gop[^"]*"/)
  expect(html).toContain('href="/he-thong-cua-hang"')
  const beside = await searchPage('iphone 17 trả góp')
  expect(headingOf(beside)).toMatch(/^Tìm thấy \d+ sản phẩm/)
  expect(beside).toMatch(/<a href="\/tu-van\/tra-gop[^"]*"/)
})

test('a kind of goods that is not sold is told, with ways on', async () => {
  const html = await searchPage('tu lanh')
  expect(headingOf(html)).toBe('Chưa bán “tu lanh”')
  expect(correctionIn(html)).toBeUndefined()
  expect(html).toContain('Danh mục sản phẩm')
  expect(html).toContain('Sản phẩm bán chạy')
})

test('used devices with the same words are linked, before new goods', async () => {
  const html = await searchPage('iphone 15 cũ')
  expect(headingOf(html)).toBe('Sản phẩm gần nhất với “iphone 15 cũ”')
  const [, href = ''] = /<a href="(\/may-cu[^"]*)"[^>]*>Xem máy cũ/.exec(html) ?? []
  const found = (await demo.door.call('GET', href.replaceAll('&amp;', '&'))).text
  expect(found).toMatch(/href="\/iphone-15-[a-z0-9-]*-cu\?hang=/)
  expect(html).toContain('Dưới đây là sản phẩm mới.')
  expect(html).toContain('iPhone 15 128GB')
  expect(await searchPage('máy cũ')).toContain('Xem máy cũ')
})

test('no result is said as such, with ways on', async () => {
  const html = await searchPage('asdfghjkl')
  expect(headingOf(html)).toBe('Không tìm thấy sản phẩm nào cho “asdfghjkl”')
  expect(html).toContain('Từ khóa được tìm nhiều')
  expect(html).toContain('Danh mục sản phẩm')
  expect(html).toContain('Sản phẩm bán chạy')
})
