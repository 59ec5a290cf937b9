import { describe, expect, it } from 'vitest'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'

const lines = [
  { item_id: 7, name: 'iPhone 17 Pro Max', color_name: 'Bạc' },
  { item_id: 8, name: 'Cáp USB-C', color_name: null },
]

describe('withItemName', () => {
  it('names the colour of the item', () => {
    const refusal = { code: 'sold_out', data: { item_id: 7, name: 'iPhone 17 Pro Max' } }
    expect(withItemName(refusal, lines).data).toEqual({
      item_id: 7,
      name: 'iPhone 17 Pro Max màu Bạc',
    })
  })

  it('names an item without a colour', () => {
    const refusal = { code: 'quantity_not_available', data: { item_id: 8, max_quantity: 2 } }
    expect(withItemName(refusal, lines).data).toEqual({
      item_id: 8,
      name: 'Cáp USB-C',
      max_quantity: 2,
    })
  })

  it.each([null, 'x', {}, { item_id: 9 }])('leaves %j as it is', (data) => {
    const refusal = { code: 'sold_out', data }
    expect(withItemName(refusal, lines)).toBe(refusal)
  })
})
