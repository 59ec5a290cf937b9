import { expect, test } from 'vitest'
import { breakdownTexts, memberDiscount, memberSaving } from '#pure/price-breakdown.ts'

test('every step of a price is a row with what it changes', () => {
  const trace = [
    { rule: 'list', name: '', amount: 36_990_000 },
    { rule: 'province', name: '', amount: 37_020_000 },
    { rule: 'sale', name: '', amount: 33_990_000 },
    { rule: 'catalogue', name: 'Giảm ngay 500.000đ', amount: 33_490_000 },
    { rule: 'member', name: 'Smember', amount: 33_490_000 },
  ]
  expect(breakdownTexts(trace)).toEqual([
    ['Giá niêm yết', '36.990.000đ'],
    ['Giá tại tỉnh, thành của bạn', '+30.000đ'],
    ['Giảm trực tiếp', '-3.030.000đ'],
    ['Giảm ngay 500.000đ', '-500.000đ'],
  ])
  expect(breakdownTexts([])).toEqual([])
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
  expect(memberDiscount([{ item_quantity: 3, price_trace }])).toBe(210)
})
