import { expect, test } from 'vitest'
import { mostFrequent } from '#db/addresses/most-frequent.ts'
import { bareSpelling, sameSpelling } from '#db/addresses/names.ts'

test('a tone mark may stand on either vowel', () => {
  expect(sameSpelling('Xã Hoà  Bình')).toBe(sameSpelling('xã Hòa Bình'))
  expect(sameSpelling('Thuỷ Nguyên')).toBe(sameSpelling('Thủy Nguyên'))
})

test('another tone or another vowel is another name', () => {
  expect(sameSpelling('Xã Ba Tô')).not.toBe(sameSpelling('Xã Ba Tơ'))
  expect(sameSpelling('Hòa')).not.toBe(sameSpelling('Hóa'))
})

test('numbers are compared without leading zeros, kinds are ignored by bareSpelling', () => {
  expect(sameSpelling('Phường 07')).toBe(sameSpelling('Phường 7'))
  expect(bareSpelling('Xã Nam Sơn')).toBe(bareSpelling('Phường Nam Sơn'))
})

test('of two equally frequent values the smaller one is returned', () => {
  expect(mostFrequent(['b', 'a', 'b', 'a', 'c'])).toBe('a')
  expect(mostFrequent([])).toBe('')
})
