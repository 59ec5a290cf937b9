import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PriceBlock } from '#storefront/pages/product/price-block.tsx'

const color = {
  ...{ item_id: 1, sku: 'A', color_name: 'Đen', color_slug: 'den', color_hex: null },
  ...{ price: 2_790_000, special_price: 2_371_000, is_in_stock: true, pictures: [] },
}
const html = (launch_on: string | null) =>
  renderToStaticMarkup(
    <PriceBlock product={{ product_id: 1, launch_on }} color={color} valid_until={null} />,
  )

test('a reduced price strikes through the list price', () => {
  expect(html(null)).toContain('2.790.000đ')
  expect(html(null)).toContain('Giảm 15%')
})

test('a product that was never sold has no discount', () => {
  expect(html('2026-12-09')).toContain('2.371.000đ')
  expect(html('2026-12-09')).not.toContain('2.790.000đ')
  expect(html('2026-12-09')).not.toContain('Giảm')
})
