import { expect, test } from 'vitest'
import { openDemoShop } from '#test/support/catalog.ts'

const demo = openDemoShop()

const found = async (q: string) => {
  const { text } = await demo.door.call(
    'GET',
    `/api/search/v1/posts?q=${encodeURIComponent(q)}&size=5`,
  )
  const answer = JSON.parse(text) as {
    data: { total: number; is_loosened: boolean; posts: { title: string }[] }
  }
  return answer.data
}
const firstOf = async (q: string) => (await found(q)).posts[0]?.title

test.each([
  ['chai pin', 'Cách kiểm tra chai pin trên iPhone và điện thoại Android'],
  ['chai pin iphone', 'Cách kiểm tra chai pin trên iPhone và điện thoại Android'],
  ['CHÂN SẠC', 'Chân sạc lỏng: tự làm sạch hay đem thay'],
  ['macbook vào nước', 'MacBook vào nước phải làm gì trong 10 phút đầu'],
  ['lich am', 'Xem ngày âm, giờ hoàng đạo trên lịch vạn niên'],
  ['trả góp', 'Trả góp qua công ty tài chính hay thẻ tín dụng: tính thử với máy 20 triệu'],
])('%s finds first: %s', async (q, title) => {
  expect(await firstOf(q)).toBe(title)
})

test('words without accents find the same; another accent is another word', async () => {
  expect(await firstOf('man hinh samsung soc xanh')).toBe(
    await firstOf('màn hình samsung sọc xanh'),
  )
  const { total } = await found('mùi')
  expect(total).toBeLessThan((await found('mui')).total + 1)
})

test('if no article has all words, those with most of them are found, as such', async () => {
  expect(await found('zzz')).toEqual({ total: 0, is_loosened: false, posts: [] })
  const { total, is_loosened } = await found('chai pin iphone zzyzx')
  expect(is_loosened).toBe(true)
  expect(total).toBeGreaterThan(0)
})

const page = async (path: string) => {
  const { status, text } = await demo.door.call('GET', path)
  return { status, text: text.replaceAll('<!-- -->', '').replaceAll('&quot;', '"') }
}

test('the page of found articles has their number, a way to goods, and is not indexed', async () => {
  const { status, text } = await page('/tim-kiem?muc=tin-tuc&q=pin')
  expect(status).toBe(200)
  expect(text).toMatch(/<h1[^>]*>.*Tin tức về .*“pin”<\/h1>/s)
  expect(text).toContain('content="noindex, follow"')
  expect(text).toContain('href="/tim-kiem?q=pin"')
  expect(text).toContain('href="/tim-kiem?muc=tin-tuc&amp;q=pin&amp;page=2"')
  expect((await page('/tim-kiem?muc=tin-tuc&q=pin&page=99')).status).toBe(404)
})

test('without a result the newest articles are offered', async () => {
  const { text } = await page('/tim-kiem?muc=tin-tuc&q=zzyzx')
  expect(text).toContain('Chưa có bài viết nào khớp')
  expect(text).toContain('Bài viết mới')
})

test('a search for goods links to its articles', async () => {
  const { text } = await page('/tim-kiem?q=iphone%2017')
  expect(text).toMatch(/<section aria-label="Tin tức"/)
  expect(text).toMatch(/Xem tất cả \d+ bài viết/)
  expect(text).toContain('href="/tim-kiem?muc=tin-tuc&amp;q=iphone+17"')
})

test('what is searched cannot become markup', async () => {
  const { text } = await page(
    `/tim-kiem?muc=tin-tuc&q=${encodeURIComponent('<img src=x onerror=1>')}`,
  )
  expect(text).not.toContain('<img src=x')
})
