import { expect, test } from 'vitest'
import { withDifferences } from '#storefront/pages/product/named-differences.ts'

const own = { price: 20_000_000, special_price: null, highlights: ['6,9 inch', '12 GB', '256 GB'] }

test('a similar product names what it costs less or more, and its other facts', () => {
  const card = { price: 21_000_000, special_price: 18_000_000, highlights: ['6,3 inch', '12 GB'] }
  expect(withDifferences(card, own).highlights).toEqual(['Rẻ hơn 2.000.000đ', '6,3 inch'])
  const dear = { ...own, price: 25_000_000 }
  expect(withDifferences(dear, own).highlights).toEqual([
    'Đắt hơn 5.000.000đ',
    'cấu hình chính như nhau',
  ])
})

test('without prices or without the product of the page, a card stays as it is', () => {
  const card = { price: null, special_price: null, highlights: ['8 GB'] }
  expect(withDifferences(card, own).highlights).toEqual(['8 GB'])
  expect(withDifferences(card, undefined)).toBe(card)
})
