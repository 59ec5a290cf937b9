import { describe, expect, test } from 'vitest'
import { hasWardWords, isWardName, wardWords } from '#pure/vietnamese/ward-words.ts'

describe('wardWords', () => {
  test.each([
    ['Tân Định', ['tan', 'dinh']],
    ['  P. Đông Hưng Thuận', ['phuong', 'dong', 'hung', 'thuan']],
    ['x.Ba Vì', ['xa', 'ba', 'vi']],
    ['p', ['p']],
    ['100%_\\', ['100']],
    ["Ea M'Droh", ['ea', 'm', 'droh']],
    ['', []],
    [' - ', []],
  ])('%s', (typed, words) => expect(wardWords(typed)).toEqual(words))
})

test('words are looked for where words begin', () => {
  expect(hasWardWords('Phường Tân Định', ['dinh', 'ta'])).toBe(true)
  expect(hasWardWords('Phường Tân Định', ['an'])).toBe(false)
  expect(hasWardWords('Phường Tân Định', [])).toBe(true)
})

test('a whole name may be typed without accents and without its kind', () => {
  expect(isWardName('Phường Tân Định', 'tan dinh')).toBe(true)
  expect(isWardName('Phường Tân Định', 'p tân định')).toBe(true)
  expect(isWardName('Phường Tân Định', 'xã Tân Định')).toBe(false)
  expect(isWardName('Phường Tân Định', 'tan')).toBe(false)
})
