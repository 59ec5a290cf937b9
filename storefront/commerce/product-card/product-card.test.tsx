import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ProductCard as Card } from '#contracts/storefront/catalog.ts'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'

const phone: Card = {
  product_id: 1,
  name: 'iPhone 18 Pro 256GB | Chính hãng VN/A',
  url_path: 'iphone-18-pro-256gb',
  thumbnail: { src: '/media/a.webp', alt: 'iPhone', width: 960, height: 960 },
  price: 40_000_000,
  special_price: 36_000_000,
  is_in_stock: true,
  highlights: ['6,3 inch'],
  category_id: 1,
  launch_on: null,
}
const html = (more: Partial<Card> = {}) =>
  renderToStaticMarkup(<ProductCard card={{ ...phone, ...more }} />)

test('shows name, price and saving', () => {
  expect(html()).toContain('href="/iphone-18-pro-256gb"')
  expect(html()).toContain('Giảm 10%')
  expect(html()).toContain('36.000.000đ')
})

test('a picture reserves its space before it is loaded', () => {
  expect(html()).toMatch(/<img[^>]* width="960" height="960"/)
})

test('a sold out product says so and shows no saving', () => {
  expect(html({ is_in_stock: false })).toContain('Tạm hết hàng')
  expect(html({ is_in_stock: false })).not.toContain('Giảm')
})

test('a product without a price shows "Giá liên hệ"', () => {
  expect(html({ price: null, special_price: null })).toContain('Giá liên hệ')
})

test('a product before its launch shows the launch date', () => {
  const coming = html({ launch_on: '2026-12-25', is_in_stock: false })
  expect(coming).toContain('Sắp mở bán')
  expect(coming).toContain('Mở bán ngày 25/12')
  expect(coming).not.toContain('Tạm hết hàng')
  expect(coming).toContain('36.000.000đ')
  expect(coming).not.toContain('40.000.000đ')
})

test('shows member and student savings and the promotion, if there are any', () => {
  const more = { member_saving: 450_000, student_saving: 900_000, promotion: 'Tặng củ sạc 45W' }
  expect(html(more)).toContain('Smember giảm đến\u00a0450.000đ')
  expect(html(more)).toContain('S-Student giảm thêm\u00a0900.000đ')
  expect(html(more)).toContain('Tặng củ sạc 45W')
  expect(html()).not.toContain('Smember')
  expect(html({ ...more, is_in_stock: false })).not.toContain('Smember')
})
