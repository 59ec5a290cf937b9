import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Price } from '#storefront/commerce/product-card/price.tsx'

const words = (price: number | null, special_price: number | null) =>
  renderToStaticMarkup(<Price price={price} special_price={special_price} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a sale price stands before the list price, which is named for who cannot see the line', () => {
  expect(words(38_990_000, 38_490_000)).toBe('38.490.000đ Giá niêm yết 38.990.000đ')
})

test('without a saving nothing is struck', () => {
  expect(words(990_000, null)).toBe('990.000đ')
  expect(words(990_000, 990_000)).toBe('990.000đ')
})

test('without a price the shop is asked', () => {
  expect(words(null, null)).toBe('Giá liên hệ')
})
