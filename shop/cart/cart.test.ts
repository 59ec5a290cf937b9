import { describe, expect, test } from 'vitest'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { cartOf as cartWith, lineState, quantityProblem } from '#shop/cart/cart.ts'
import { anItem } from '#test/support/small-shop.ts'

const now = new Date('2026-11-20T05:00:00Z')

describe('quantityProblem', () => {
  test('refuses an item that is not sold as not found', () => {
    const refused = { code: 'item_not_found', data: { item_id: 7 } }
    expect(quantityProblem(7, undefined, 1, now)).toEqual(refused)
    expect(quantityProblem(7, anItem({ is_offered: false }), 1, now)).toEqual(refused)
    expect(quantityProblem(7, anItem({ price: null }), 1, now)).toEqual(refused)
  })

  test('refuses an item before its launch day begins in Vietnam, with that day', () => {
    const item = anItem({ launched_on: '2026-11-21' })
    expect(quantityProblem(21, item, 1, now)).toEqual({
      code: 'not_on_sale_yet',
      data: { item_id: 21, launched_on: '2026-11-21' },
    })
    expect(quantityProblem(21, item, 1, new Date('2026-11-20T16:59:59Z'))).not.toBeNull()
    expect(quantityProblem(21, item, 1, new Date('2026-11-20T17:00:00Z'))).toBeNull()
  })

  test('limits the quantity of a line to the stock and to 99', () => {
    expect(quantityProblem(21, anItem({ stock: 0 }), 1, now)?.code).toBe('sold_out')
    expect(quantityProblem(21, anItem({ stock: 3 }), 3, now)).toBeNull()
    expect(quantityProblem(21, anItem({ stock: 3 }), 4, now)).toEqual({
      code: 'quantity_not_available',
      data: { item_id: 21, max_quantity: 3 },
    })
    expect(quantityProblem(21, anItem({ stock: 500 }), 100, now)?.data).toEqual({
      item_id: 21,
      max_quantity: 99,
    })
  })
})

test.each([
  [{}, 2, 'available'],
  [{ stock: 1 }, 2, 'not_enough'],
  [{ stock: 0 }, 2, 'sold_out'],
  [{ price: null }, 2, 'unavailable'],
  [{ is_offered: false }, 2, 'unavailable'],
] as const)('a line of %j with quantity %d is %s', (changed, quantity, state) => {
  expect(lineState(anItem(changed), quantity)).toBe(state)
})

describe('cartOf', () => {
  const guest = { province_id: 30, customer_group_id: null, now }
  const cartOf = (lines: StoredLine[]) =>
    cartWith(lines, new Map(), guest, { fee: 30_000, free_from: 300_000 })
  const line = (given: Partial<StoredLine>): StoredLine => ({
    line_id: 1,
    item: anItem(),
    item_type: 1,
    item_quantity: 1,
    is_selected: true,
    price_seen: 150_000,
    main_product_combo_id: null,
    combo_item_id: null,
    combo: null,
    flash_sale_item_id: null,
    ...given,
  })

  test('sums the selected and available lines, counts all lines', () => {
    const cart = cartOf([
      line({ item_quantity: 2 }),
      line({ is_selected: false, item_quantity: 3 }),
      line({ item: anItem({ stock: 0 }) }),
      line({ item: anItem({ stock: 4 }), item_quantity: 5 }),
    ])
    expect(cart.item_quantity).toBe(11)
    expect(cart.selected).toEqual({ item_quantity: 2, subtotal: 300_000, saving: 80_000 })
  })

  test('shows the previous price of a changed price', () => {
    const [changed, same] = cartOf([line({ price_seen: 120_000 }), line({})]).items
    expect(changed?.previous_price).toBe(120_000)
    expect(same?.previous_price).toBeNull()
  })

  test('shows an item that is no longer sold with its last price and adds nothing to the sum', () => {
    const cart = cartOf([line({ item: anItem({ price: null }), price_seen: 120_000 })])
    expect(cart.items[0]).toMatchObject({
      state: 'unavailable',
      final_price: 120_000,
      previous_price: null,
      max_quantity: 0,
    })
    expect(cart.selected.subtotal).toBe(0)
  })
})
