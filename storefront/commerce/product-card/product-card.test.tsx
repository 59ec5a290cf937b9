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

test('says what it is, what it costs and how much is saved', () => {
  expect(html()).toContain('href="/iphone-18-pro-256gb"')
  expect(html()).toContain('Giảm 10%')
  expect(html()).toContain('36.000.000đ')
})

test('a picture keeps its place before it has come', () => {
  expect(html()).toMatch(/<img[^>]* width="960" height="960"/)
})

test('what is sold out says so and boasts of no saving', () => {
  expect(html({ is_in_stock: false })).toContain('Tạm hết hàng')
  expect(html({ is_in_stock: false })).not.toContain('Giảm')
})

test('what has no price is asked for', () => {
  expect(html({ price: null, special_price: null })).toContain('Giá liên hệ')
})

test('what is not on sale yet says from when', () => {
  const coming = html({ launch_on: '2026-12-25', is_in_stock: false })
  expect(coming).toContain('Sắp mở bán')
  expect(coming).toContain('Mở bán ngày 25/12')
  expect(coming).not.toContain('Tạm hết hàng')
})

test('says who pays still less and what comes with it, where there is something to say', () => {
  const more = { member_saving: 450_000, student_saving: 900_000, promotion: 'Tặng củ sạc 45W' }
  expect(html(more)).toContain('Smember giảm đến 450.000đ')
  expect(html(more)).toContain('S-Student giảm thêm 900.000đ')
  expect(html(more)).toContain('Tặng củ sạc 45W')
  expect(html()).not.toContain('Smember')
  expect(html({ ...more, is_in_stock: false })).not.toContain('Smember')
})
