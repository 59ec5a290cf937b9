import { expect, test } from 'vitest'
import { code128 } from '#admin/pages/parcels/code-128.ts'

/** Modules of a barcode without its quiet zones: 1 is black. */
function modulesOf(text: string): string {
  const { width, bars } = code128(text) ?? { width: 0, bars: [] }
  const modules = Array<string>(width).fill('0')
  for (const bar of bars) modules.fill('1', bar.at, bar.at + bar.width)
  expect([modules.slice(0, 10), modules.slice(-10)].flat().join('')).toBe('0'.repeat(20))
  return modules.slice(10, -10).join('')
}

test('begins with start B, ends with the check symbol and the stop', () => {
  // P J J 1 2 3 C are 48 42 42 17 18 19 35; the sum with start B is 879, and 879 mod 103 is 55.
  const modules = modulesOf('PJJ123C')
  expect(modules).toHaveLength(11 * 9 + 13)
  expect(modules.slice(0, 11)).toBe('11010010000')
  expect(modules.slice(11, 22)).toBe('11101110110')
  expect(modules.slice(-24, -13)).toBe('11101000110')
  expect(modules.slice(-13)).toBe('1100011101011')
})

test('every letter has its own symbol of eleven modules with an even number of black ones', () => {
  const letters = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))
  const symbols = letters.map((letter) => modulesOf(letter).slice(11, 22))
  expect(new Set(symbols).size).toBe(95)
  for (const symbol of symbols) {
    expect(symbol).toMatch(/^1[01]{9}0$/)
    expect([...symbol].filter((one) => one === '1').length % 2).toBe(0)
  }
})

test('a text that it cannot encode has no barcode', () => {
  expect([code128(''), code128('Đơn'), code128('a\n')]).toEqual([null, null, null])
})
