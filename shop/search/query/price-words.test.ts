import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceWordsOf } from '#shop/search/query/price-words.ts'

const m = 1_000_000
test.each<[string, number | null, number | null, string]>([
  ['điện thoại dưới 10 triệu', null, 10 * m, 'Dưới 10 triệu'],
  ['duoi 10tr', null, 10 * m, 'Dưới 10 triệu'],
  ['dưới 2tr5', null, 2.5 * m, 'Dưới 2,5 triệu'],
  ['dưới 10', null, 10 * m, 'Dưới 10 triệu'],
  ['5-7tr', 5 * m, 7 * m, '5 – 7 triệu'],
  ['từ 3 đến 5 triệu', 3 * m, 5 * m, '3 – 5 triệu'],
  ['500k - 1tr', 500_000, m, '500.000đ – 1 triệu'],
  ['trên 20tr', 20 * m, null, 'Từ 20 triệu'],
  ['từ 7 triệu trở lên', 7 * m, null, 'Từ 7 triệu'],
  ['7 triệu trở xuống', null, 7 * m, 'Dưới 7 triệu'],
  ['tầm 15 củ', 12.75 * m, 17.25 * m, 'Khoảng 15 triệu'],
  ['khoảng 500k', 380_000, 630_000, 'Khoảng 500.000đ'],
  ['10tr5', 8.93 * m, 12.07 * m, 'Khoảng 10,5 triệu'],
  ['1 triệu rưỡi', 1.13 * m, 1.88 * m, 'Khoảng 1,5 triệu'],
  ['laptop dưới 20.000.000đ', null, 20 * m, 'Dưới 20 triệu'],
  ['giá dưới 12,5 triệu', null, 12.5 * m, 'Dưới 12,5 triệu'],
  ['<15tr', null, 15 * m, 'Dưới 15 triệu'],
])('%s', (q, min_price, max_price, label) => {
  expect(priceWordsOf(q)).toMatchObject({ min_price, max_price, label })
})

test.each([
  'iphone 17',
  '16e',
  's26+',
  '15 inch',
  'note 15',
  'màn hình 4k',
  'dưới 15 inch',
  'iphone 15 cũ',
  'iphone 15 cu',
  'keychron k8',
  'cáp 2m',
  'xiaomi 15t pro',
  'ram 16gb',
  'samsung 8k tv',
  'tivi trên 55 inch',
  'từ 17',
])('%s contains no price', (q) => {
  expect(priceWordsOf(q)).toBeNull()
})

test('the range of a price is exactly its words', () => {
  const q = 'laptop giá dưới 20 triệu dell'
  const price = priceWordsOf(q)
  expect(q.slice(price?.start, price?.end)).toBe('giá dưới 20 triệu')
})

test('any text is read quickly and without errors', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (q) => {
      const price = priceWordsOf(q)
      expect(price === null || price.end > price.start).toBe(true)
    }),
  )
  const began = performance.now()
  for (const part of ['1.', 'tu 1 ', '9', 'gia ', '1 tr ', '-', 'tam 5-']) {
    priceWordsOf(part.repeat(200))
  }
  expect(performance.now() - began).toBeLessThan(200)
})
