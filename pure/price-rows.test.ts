import { expect, test } from 'vitest'
import { cardRows, memberSaving, orderRows, rowTexts, unitRows } from '#pure/price-rows.ts'

test('every step of a price is a row with what it changes, from the list price of the province', () => {
  const trace = [
    { rule: 'list', name: '', amount: 36_990_000 },
    { rule: 'province', name: '', amount: 37_020_000 },
    { rule: 'sale', name: '', amount: 33_990_000 },
    { rule: 'catalogue', name: 'Giảm ngay 500.000đ', amount: 33_490_000 },
    { rule: 'member', name: 'Smember', amount: 33_490_000 },
  ]
  expect(rowTexts(unitRows(trace))).toEqual([
    ['Giá niêm yết', '37.020.000đ'],
    ['Giảm giá trực tiếp', '-3.030.000đ'],
    ['Giảm ngay', '-500.000đ'],
    ['Giá bán', '33.490.000đ'],
  ])
  expect(unitRows([])).toEqual([])
})

test('a name tells an amount only where another one stands beside it', () => {
  const labels = (name: string) =>
    unitRows([
      { rule: 'list', name: '', amount: 900_000 },
      { rule: 'catalogue', name, amount: 400_000 },
    ]).map(({ label }) => label)[1]
  expect(labels('Giảm ngay 600.000đ')).toBe('Giảm ngay 600.000đ')
  expect(labels('Giảm 5%, tối đa 500.000đ')).toBe('Giảm 5%, tối đa 500.000đ')
  expect(labels('ZaloPay giảm 500.000đ')).toBe('ZaloPay giảm')
})

test('a card, a page and an order name a rule with the same words', () => {
  const price_trace = [
    { rule: 'list', name: '', amount: 900_000 },
    { rule: 'sale', name: '', amount: 800_000 },
    { rule: 'flash', name: 'Flash sale 27/11 khung 09h', amount: 500_000 },
  ]
  const on_card = [
    ['Giảm giá trực tiếp', '-100.000đ'],
    ['Flash Sale', '-300.000đ'],
  ]
  expect(rowTexts(cardRows(price_trace))).toEqual(on_card)
  expect(rowTexts(unitRows(price_trace)).slice(1, -1)).toEqual(on_card)
  const totals = { list_total: 900_000, discount: 400_000, adjustments: [], shipping_fee: 0 }
  const lines = [{ item_quantity: 1, price_trace }]
  const order = rowTexts(orderRows(lines, { ...totals, grand_total: 500_000 }))
  expect(order.slice(1, -2)).toEqual(on_card)
})

test('a gift is one row, whatever it was reduced to before', () => {
  const trace = [
    { rule: 'list', name: '', amount: 790_000 },
    { rule: 'sale', name: '', amount: 690_000 },
    { rule: 'gift', name: 'Tặng củ sạc 45W', amount: 0 },
  ]
  expect(rowTexts(unitRows(trace))).toEqual([
    ['Giá niêm yết', '790.000đ'],
    ['Tặng củ sạc 45W', '-790.000đ'],
    ['Giá bán', '0đ'],
  ])
})

test('an order has a row for each rule, over all lines', () => {
  const price_trace = [
    { rule: 'list', name: '', amount: 1_000_000 },
    { rule: 'sale', name: '', amount: 900_000 },
    { rule: 'flash', name: 'Flash Sale 12h', amount: 700_000 },
  ]
  const other = { item_quantity: 3, price_trace: price_trace.slice(0, 2) }
  const adjustments = [
    { rule: 'voucher', name: 'Mã TIEM50', amount: 50_500 },
    { rule: 'rounding', name: '', amount: 500 },
  ]
  const totals = { list_total: 5_000_000, discount: 900_000, adjustments, shipping_fee: 0 }
  const lines = [{ item_quantity: 2, price_trace }, other]
  expect(rowTexts(orderRows(lines, { ...totals, grand_total: 4_049_000 }))).toEqual([
    ['Tổng tiền hàng', '5.000.000đ'],
    ['Giảm giá trực tiếp', '-500.000đ'],
    ['Flash Sale', '-400.000đ'],
    ['Mã TIEM50', '-50.500đ'],
    ['Làm tròn', '-500đ'],
    ['Phí vận chuyển', 'Miễn phí'],
    ['Tổng tiền (đã gồm VAT)', '4.049.000đ'],
  ])
})

test('what the steps of an old order do not explain is a row too', () => {
  const totals = { list_total: 100, discount: 30, adjustments: [], shipping_fee: 5 }
  const rows = orderRows([{ item_quantity: 1, price_trace: [] }], { ...totals, grand_total: 75 })
  expect(rows.map(({ label, amount }) => [label, amount])).toEqual([
    ['Tổng tiền hàng', 100],
    ['Ưu đãi', -30],
    ['Phí vận chuyển', 5],
    ['Tổng tiền (đã gồm VAT)', 75],
  ])
})

test('what members save is the sum of the rules for them', () => {
  const price_trace = [
    { rule: 'list', name: '', amount: 1_000 },
    { rule: 'sale', name: '', amount: 900 },
    { rule: 'customer_group', name: '', amount: 850 },
    { rule: 'member', name: 'Smember giảm thêm', amount: 830 },
  ]
  expect(memberSaving(price_trace)).toEqual({ label: 'Smember', amount: 70 })
  const student = [...price_trace, { rule: 'student', name: 'HSSV', amount: 800 }]
  expect(memberSaving(student)).toEqual({ label: 'S-Student', amount: 100 })
  expect(memberSaving(price_trace.slice(0, 2)).amount).toBe(0)
})
