import { shippingFee } from '#shop/delivery/delivery-fee.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceQuote, totalsOf, type QuoteToPrice } from '#shop/quote/quote.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { anItem, tableRow } from '#test/support/small-shop.ts'

const now = new Date('2026-11-20T08:00:00Z')
const by_itself = {
  main_product_combo_id: null,
  combo_item_id: null,
  combo: null,
  is_selected: true,
  price_seen: null,
  flash_sale_item_id: null,
}

const terms = { fee: 30_000, free_from: 300_000 }

function quoteOf(
  lines: StoredLine[],
  method: 'home_delivery' | 'store_pickup' | null,
): QuoteToPrice {
  return {
    province_id: 30,
    recipient: method && { shipping_method: method },
    voucher_code: null,
    voucher: null,
    is_without_flash: false,
    delivery: terms,
    lines,
    gift_items: new Map(),
  }
}

describe('shippingFee', () => {
  test.each([
    [299_999, 'home_delivery', 30_000],
    [300_000, 'home_delivery', 0],
    [299_999, null, 30_000],
    [1_000, 'store_pickup', 0],
  ] as const)('%d đồng by %s costs %d', (subtotal, method, fee) => {
    expect(shippingFee(terms, subtotal, method)).toBe(fee)
  })
})

const anyLines = fc.array(
  fc
    .record({
      item_quantity: fc.integer({ min: 1, max: 99 }),
      list_price: fc.integer({ min: 1, max: 500_000_000 }),
      off: fc.integer({ min: 0, max: 499_999_999 }),
    })
    .map(({ item_quantity, list_price, off }) => ({
      item_quantity,
      list_price,
      final_price: Math.max(1, list_price - off),
    })),
  { minLength: 1, maxLength: 50 },
)
const anyMethod = fc.constantFrom('home_delivery', 'store_pickup', null)

test('the total is the exact sum of the shown lines and never negative', () => {
  fc.assert(
    fc.property(anyLines, anyMethod, (given, method) => {
      const lines = given.map(({ item_quantity, list_price, final_price }, index) => ({
        line_id: index + 1,
        item: anItem({ item_id: index + 1, price_rows: [tableRow(list_price, final_price)] }),
        item_type: 1 as const,
        item_quantity,
        ...by_itself,
      }))
      const { priced } = priceQuote(quoteOf(lines, method), { now })
      if (!priced) throw new RangeError('every line had a price')
      const { totals, items } = priced
      const printed = items.reduce((total, line) => total + line.line_total, 0)
      expect(totals.subtotal).toBe(printed)
      const off = totals.adjustments.reduce((sum, { amount }) => sum + amount, 0)
      expect(off).toBeLessThan(1_000)
      expect(totals.grand_total).toBe(printed - off + totals.shipping_fee)
      expect(totals.list_total - totals.discount).toBe(totals.subtotal)
      expect(totals.item_quantity).toBe(given.reduce((sum, line) => sum + line.item_quantity, 0))
      for (const line of items) expect(line.line_total).toBe(line.final_price * line.item_quantity)
      for (const amount of Object.values({ ...totals, adjustments: 0 })) {
        expect(Number.isSafeInteger(amount)).toBe(true)
        expect(amount).toBeGreaterThanOrEqual(0)
      }
      expect([0, terms.fee]).toContain(totals.shipping_fee)
    }),
  )
})

test('a total above the largest safe integer is refused', () => {
  const line = { item_quantity: 99, price: 2 ** 50, line_total: 99 * 2 ** 50, is_gift: false }
  expect(() => totalsOf([line], [], null, terms)).toThrow(RangeError)
})

test.each([{ is_offered: false }, { price: null }])(
  'an item that is no longer sold is named instead of priced: %j',
  (changed) => {
    const item = anItem(changed)
    const line = { line_id: 1, item, item_type: 1 as const, item_quantity: 1, ...by_itself }
    const { priced, gone } = priceQuote(quoteOf([line], null), { now })
    expect(priced).toBeNull()
    expect(gone).toBe(item)
  },
)
