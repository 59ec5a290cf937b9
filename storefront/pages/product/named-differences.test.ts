import { expect, test } from 'vitest'
import { withDifferences } from '#storefront/pages/product/named-differences.ts'

const own = { price: 20_000_000, special_price: null, highlights: ['6,9 inch', '12 GB', '256 GB'] }

test('a similar product names what it costs less or more, and its other facts', () => {
  const card = { price: 21_000_000, special_price: 18_000_000, highlights: ['6,3 inch', '12 GB'] }
  expect(withDifferences(card, own).highlights).toEqual(['Rẻ hơn 2.000.000đ', 'Màn hình 6,3 inch'])
  const dear = { ...own, price: 25_000_000 }
  expect(withDifferences(dear, own).highlights).toEqual([
    'Đắt hơn 5.000.000đ',
    'cấu hình chính như nhau',
  ])
})

test.each([
  [
    ['8 GB', '512 GB'],
    ['RAM 8 GB', 'Bộ nhớ 512 GB'],
  ],
  [
    ['16 GB', '1 TB'],
    ['RAM 16 GB', 'Bộ nhớ 1 TB'],
  ],
  [['1 TB'], ['Bộ nhớ 1 TB']],
  [['128 GB'], ['Bộ nhớ 128 GB']],
  [['6 GB'], ['RAM 6 GB']],
  [
    ['120 Hz', '5000 mAh', 'Chống ồn'],
    ['Tần số quét 120 Hz', 'Pin 5000 mAh', 'Chống ồn'],
  ],
])('%j that differ say of what they are: %j', (highlights, named) => {
  const card = { price: 20_000_000, special_price: null, highlights }
  expect(withDifferences(card, own).highlights).toEqual(named)
})

test('without prices or without the product of the page, a card tells no price', () => {
  const card = { price: null, special_price: null, highlights: ['8 GB'] }
  expect(withDifferences(card, own).highlights).toEqual(['RAM 8 GB'])
  expect(withDifferences(card, undefined)).toBe(card)
})
