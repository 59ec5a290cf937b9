import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GoodsLine, withOtherGoods } from '#shop/order/changed-goods.ts'

const line = (
  position: number,
  item_quantity: number,
  final_price: number,
  more = {},
): GoodsLine => ({
  ...{ position, line_id: position, parent_line_id: null, item_id: position, item_quantity },
  ...{ sku: `S${position}`, name: `món ${position}`, price: final_price, final_price },
  ...{ is_gift: false, combo_item_id: null },
  ...more,
})
const phone = line(1, 2, 10_000_000)
const gift = line(2, 2, 0, { parent_line_id: 1, is_gift: true })
const combo = line(3, 1, 800_000, { parent_line_id: 1, combo_item_id: 9, price: 1_000_000 })
const cable = line(4, 3, 150_000)

test('gifts go with their goods, the rest keeps its price and its part of the voucher', () => {
  const lines = [phone, gift, cable]
  const adjustments = [
    { position: 1, rule: 'voucher', amount: 204_500 },
    { position: 2, rule: 'rounding', amount: 500 },
  ]
  const rest = withOtherGoods({ lines, adjustments, shipping_fee: 30_000 }, new Map([[1, 1]]))
  expect(rest).toMatchObject({
    removed: [
      { position: 1, quantity: 1, left: 1 },
      { position: 2, quantity: 1, left: 1 },
    ],
    ...{ list_total: 10_450_000, discount: 0, subtotal: 10_450_000 },
    // 204,500 × 10,450,000 ÷ 20,450,000, and the total is rounded down as before.
    adjustments: [
      { position: 1, amount: 104_500 },
      { position: 2, amount: 500 },
    ],
    grand_total: 10_375_000,
  })
})

test('is refused for nothing, for everything, and for what a combo hangs on', () => {
  const order = { lines: [phone, gift, combo], adjustments: [], shipping_fee: 0 }
  const without = (...wanted: [number, number][]) => withOtherGoods(order, new Map(wanted))
  expect(without()).toBe('nothing_to_change')
  expect(without([2, 1])).toBe('nothing_to_change')
  expect(without([1, 2])).toBe('combo_stays')
  expect(without([1, 2], [3, 1])).toBe('all_goods')
  expect(without([1, 1])).toMatchObject({ subtotal: 10_800_000 })
  expect(without([1, 9], [3, 9])).toBe('all_goods')
})

test('what is added has its own price and no part of the voucher, also when nothing else stays', () => {
  const adjustments = [{ position: 1, rule: 'voucher', amount: 200_000 }]
  const order = { lines: [phone, gift], adjustments, shipping_fee: 30_000 }
  const added = { list_total: 600_000, subtotal: 500_000 }
  expect(withOtherGoods(order, new Map(), added)).toMatchObject({
    ...{ removed: [], list_total: 20_600_000, discount: 100_000, subtotal: 20_500_000 },
    ...{ adjustments: [{ position: 1, amount: 200_000 }], grand_total: 20_330_000 },
  })
  expect(withOtherGoods(order, new Map([[1, 1]]), added)).toMatchObject({
    ...{ subtotal: 10_500_000, adjustment_total: 100_000, grand_total: 10_430_000 },
  })
  expect(withOtherGoods(order, new Map([[1, 2]]), added)).toMatchObject({
    ...{ subtotal: 500_000, adjustment_total: 0, grand_total: 530_000 },
  })
})

test('nobody pays more for fewer goods', () => {
  const bought = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1_000, max: 50_000_000 })),
    {
      ...{ minLength: 2, maxLength: 5 },
    },
  )
  const share = fc.integer({ min: 0, max: 99 })
  fc.assert(
    fc.property(
      bought,
      share,
      fc.nat(4),
      fc.integer({ min: 1, max: 5 }),
      (goods, percent, at, units) => {
        const lines = goods.map(([quantity, price], n) => line(n + 1, quantity, price))
        const whole = lines.reduce((sum, one) => sum + one.final_price * one.item_quantity, 0)
        const amount = Math.floor((whole * percent) / 100)
        const exact = whole - amount + 30_000
        const adjustments = [
          { position: 1, rule: 'voucher', amount },
          { position: 2, rule: 'rounding', amount: exact % 1_000 },
        ]
        const order = { lines, adjustments, shipping_fee: 30_000 }
        const rest = withOtherGoods(order, new Map([[(at % lines.length) + 1, units]]))
        if (typeof rest === 'string') return
        expect(rest.grand_total).toBeLessThanOrEqual(exact)
        expect(rest.grand_total).toBe(rest.subtotal - rest.adjustment_total + 30_000)
        expect(rest.adjustment_total).toBeLessThanOrEqual(rest.subtotal + 999)
      },
    ),
  )
})

test('an order of two that were rounded is rounded once', () => {
  const adjustments = [
    { position: 1, rule: 'rounding', amount: 400 },
    { position: 2, rule: 'rounding', amount: 300 },
  ]
  const order = { lines: [line(1, 2, 10_350), line(2, 1, 5_500)], adjustments, shipping_fee: 0 }
  const changed = withOtherGoods(order, new Map([[1, 1]]))
  expect(changed).toMatchObject({
    adjustments: [
      { position: 1, amount: 850 },
      { position: 2, amount: 0 },
    ],
    ...{ adjustment_total: 850, grand_total: 15_000 },
  })
})
