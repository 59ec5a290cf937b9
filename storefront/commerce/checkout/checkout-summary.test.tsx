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
const wordsOf = (gifts_left_out: Quote['gifts_left_out']) =>
  renderToStaticMarkup(<CheckoutSummary quote={{ items: [], totals, gifts_left_out }} />)

test('says in the open which gifts the chosen shop cannot give, and nothing when it has all', () => {
  const cable = { item_id: 1, name: 'Cáp sạc', item_quantity: 1, shop_name: 'Cửa hàng 2' }
  expect(wordsOf([cable])).toContain('Cửa hàng 2 đã hết quà Cáp sạc, đơn này không kèm quà.')
  expect(wordsOf([{ ...cable, item_quantity: 2 }])).toContain('đã hết quà 2 Cáp sạc')
  expect(wordsOf([])).not.toContain('quà')
})
