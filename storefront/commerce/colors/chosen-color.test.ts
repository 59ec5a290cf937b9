import { expect, test } from 'vitest'
import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { pickColor } from '#storefront/commerce/colors/chosen-color.ts'

const color = (color_slug: string, more: Partial<ColorVariant> = {}): ColorVariant => ({
  item_id: 1,
  sku: 'X',
  color_name: color_slug,
  color_slug,
  color_hex: null,
  price: 1000,
  special_price: null,
  is_in_stock: true,
  pictures: [],
  ...more,
})

test('chooses the colour that the address names', () => {
  expect(pickColor([color('den'), color('bac')], '?mau=bac')?.color_slug).toBe('bac')
})

test('chooses a named colour although it is sold out', () => {
  const colors = [color('den'), color('bac', { is_in_stock: false })]
  expect(pickColor(colors, '?mau=bac')?.color_slug).toBe('bac')
})

test('without a named colour chooses the first that can be bought', () => {
  const colors = [color('den', { is_in_stock: false }), color('do', { price: null }), color('bac')]
  expect(pickColor(colors, '')?.color_slug).toBe('bac')
  expect(pickColor(colors, '?mau=khong-co')?.color_slug).toBe('bac')
})

test('a product without colours has none', () => {
  expect(pickColor([], '?mau=den')).toBeNull()
})
