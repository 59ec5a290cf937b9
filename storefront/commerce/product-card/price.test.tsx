import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Price } from '#storefront/commerce/product-card/price.tsx'

const textOf = (price: number | null, special_price: number | null) =>
  renderToStaticMarkup(<Price price={price} special_price={special_price} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a sale price comes before the list price, which has a label for screen readers', () => {
  expect(textOf(38_990_000, 38_490_000)).toBe('38.490.000đ Giá niêm yết 38.990.000đ')
})

test('without a saving no price is struck through', () => {
  expect(textOf(990_000, null)).toBe('990.000đ')
  expect(textOf(990_000, 990_000)).toBe('990.000đ')
})

test('without a price "Giá liên hệ" is shown', () => {
  expect(textOf(null, null)).toBe('Giá liên hệ')
})
