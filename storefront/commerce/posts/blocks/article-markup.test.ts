import { expect, test } from 'vitest'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { articleMarkup } from '#storefront/commerce/posts/blocks/article-markup.ts'

const phone: ProductCard = {
  product_id: 1,
  name: 'Điện thoại A',
  url_path: 'dien-thoai-a',
  thumbnail: null,
  price: 2_000_000,
  special_price: 1_500_000,
  is_in_stock: true,
  highlights: [],
  category_id: 1,
  launch_on: null,
}
const markup = (html: string) => articleMarkup(html, [phone])

test('the classes of an article become elements of a page, with today`s prices', () => {
  const html = markup(
    [
      '<p>Mở đầu</p><p class="heading-3">Pin</p><p class="item">một</p><p class="item">hai</p>',
      '<p class="cells-head"><span class="cell">Máy</span></p><p class="cells"><span class="cell">A</span></p>',
      '<p class="products"><a href="/dien-thoai-a?mau=do">A</a>, <a href="/da-ngung">B</a></p>',
      '<p class="prices"><a href="/dien-thoai-a">A</a></p>',
      '<p class="question">Bao lâu?</p><p class="answer">Một giờ.</p>',
      '<p class="video"><a href="https://youtu.be/abcdefghijk">Trên tay</a></p>',
    ].join(''),
  )
  expect(html).toContain('<p>Mở đầu</p>')
  expect(html).toMatch(/<h3[^>]*>Pin<\/h3><ul[^>]*><li[^>]*>một<\/li><li[^>]*>hai<\/li><\/ul>/)
  expect(html).toMatch(/<th scope="col"[^>]*>Máy<\/th>.*<td[^>]*>A<\/td>/)
  expect(html.match(/1\.500\.000đ/g)).toHaveLength(2)
  expect(html).not.toContain('da-ngung')
  expect(html).toMatch(/<details.*Bao lâu\?.*Một giờ\..*<\/details>/)
  // Nothing is loaded from YouTube.
  expect(html).not.toMatch(/<iframe|<img[^>]*youtube/)
  expect(html).toContain('href="https://www.youtube.com/watch?v=abcdefghijk"')
})

test('an uploaded picture comes in the width of the column, has its size and says what it shows', () => {
  const file = `${'ab'.repeat(32)}-1600x800.webp`
  const html = markup(`<p class="picture"><a href="/bai-viet/anh/${file}">Máy &amp; ốp</a></p>`)
  const widths = [...html.matchAll(/image\/(\d+)x,webp,q100\/bai-viet\/(\S+) (\d+)w/g)]
  expect(widths.map(([, made, of, named]) => [made, of, named])).toEqual(
    ['800', '960', '1280', '1600'].map((width) => [width, file, width]),
  )
  expect(html).toMatch(/sizes="[^"]*\(max-width: 800px\) 92vw, 776px"/)
  expect(html).toMatch(/alt="Máy &amp; ốp" width="1600" height="800"/)
})

test('a picture at another address is a link', () => {
  const foreign = markup('<p class="picture"><a href="https://a.example/x.png">Ảnh</a></p>')
  expect(foreign).not.toContain('<img')
  expect(foreign).toContain('<a href="https://a.example/x.png">Ảnh</a>')
})
