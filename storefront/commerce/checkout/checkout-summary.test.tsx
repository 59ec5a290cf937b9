import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Quote } from '#contracts/storefront/quote.ts'
import { CheckoutSummary } from '#storefront/commerce/checkout/checkout-summary.tsx'

const totals: Quote['totals'] = {
  item_quantity: 0,
  list_total: 0,
  discount: 0,
  subtotal: 0,
  adjustments: [],
  shipping_fee: 0,
  grand_total: 0,
}
const textOf = (gifts_left_out: Quote['gifts_left_out']) =>
  renderToStaticMarkup(<CheckoutSummary quote={{ items: [], totals, gifts_left_out }} />)

test('names the gifts that the chosen shop does not have, and nothing if it has all', () => {
  const cable = { item_id: 1, name: 'Cáp sạc', item_quantity: 1, shop_name: 'Cửa hàng 2' }
  expect(textOf([cable])).toContain('Cửa hàng 2 đã hết quà Cáp sạc, đơn này không kèm quà.')
  expect(textOf([{ ...cable, item_quantity: 2 }])).toContain('đã hết quà 2 Cáp sạc')
  expect(textOf([])).not.toContain('quà')
})

test('calls a gift a gift, since the number of products does not count it', () => {
  const phone: Quote['items'][number] = {
    line_id: 1,
    parent_line_id: null,
    item_id: 1,
    item_type: 1,
    item_quantity: 1,
    sku: 'A',
    name: 'Điện thoại A',
    color_name: null,
    url_path: 'a',
    thumbnail: null,
    price: 490_000,
    mechanic_price: 490_000,
    final_price: 490_000,
    line_total: 490_000,
    price_trace: [],
    is_gift: false,
    parent_item_id: null,
    main_product_combo_id: null,
    combo_item_id: null,
    flash: null,
  }
  const gift = { ...phone, line_id: null, name: 'Củ sạc', final_price: 0, is_gift: true }
  const linesOf = (items: Quote['items']) =>
    renderToStaticMarkup(<CheckoutSummary quote={{ items, totals, gifts_left_out: [] }} />)
  expect(linesOf([phone])).not.toContain('Quà tặng')
  expect(linesOf([phone, gift]).match(/Quà tặng/g)).toHaveLength(1)
})
