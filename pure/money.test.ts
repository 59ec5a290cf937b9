import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDong, percentOff } from '#pure/money.ts'

test('money is printed with dots between thousands and đ', () => {
  expect(formatDong(28_990_000)).toBe('28.990.000đ')
  expect(formatDong(0)).toBe('0đ')
  expect(formatDong(999)).toBe('999đ')
  expect(formatDong(-450_000)).toBe('-450.000đ')
})

test('an amount is printed as Intl prints it', () => {
  const dots = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 })
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      expect(formatDong(amount)).toBe(`${dots.format(amount)}đ`)
    }),
  )
})

test('a printed amount reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (amount) => {
      expect(Number(formatDong(amount).replace(/[.đ]/g, ''))).toBe(amount)
    }),
  )
})

test('a reduction is rounded down, and zero when there is none', () => {
  expect(percentOff(38_990_000, 38_490_000)).toBe(1)
  expect(percentOff(100, 100)).toBe(0)
  expect(percentOff(100, 120)).toBe(0)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }),
      (list, sale) => {
        const percent = percentOff(list, sale)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThan(100)
        expect(percent === 0 || sale * 100 <= list * (100 - percent)).toBe(true)
      },
    ),
  )
})
