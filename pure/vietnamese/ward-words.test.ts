import { describe, expect, test } from 'vitest'
import {
  hasWardSpelling,
  hasWardWords,
  isWardName,
  wardWords,
} from '#pure/vietnamese/ward-words.ts'

describe('wardWords', () => {
  test.each([
    ['Tân Định', ['tan', 'dinh']],
    ['  P. Đông Hưng Thuận', ['dong', 'hung', 'thuan']],
    ['x.Ba Vì', ['ba', 'vi']],
    ['phường Long Thành', ['long', 'thanh']],
    ['Thị trấn Long Thành', ['long', 'thanh']],
    ['tt. long thanh', ['long', 'thanh']],
    ['TT Long Thành', ['long', 'thanh']],
    ['đặc khu Phú Quốc', ['phu', 'quoc']],
    ['ĐK. Côn Đảo', ['con', 'dao']],
    ['P1 Bảo Lộc', ['1', 'bao', 'loc']],
    ['phường', []],
    ['tt', []],
    ['p', ['p']],
    ['phu', ['phu']],
    ['100%_\\', ['100']],
    ["Ea M'Droh", ['ea', 'm', 'droh']],
    ['', []],
    [' - ', []],
  ])('%s', (typed, words) => expect(wardWords(typed)).toEqual(words))
})

test('search words match the beginnings of words of the name, without its kind', () => {
  expect(hasWardWords('Phường Tân Định', ['dinh', 'ta'])).toBe(true)
  expect(hasWardWords('Phường Tân Định', ['an'])).toBe(false)
  expect(hasWardWords('Phường Tân Định', ['p'])).toBe(false)
  expect(hasWardWords('Phường Tân Định', [])).toBe(true)
})

test.each(['tan dinh', 'p tân định', 'xã Tân Định', 'thị trấn tân định', 'TT. Tân Định'])(
  'the whole name is %j: neither accents nor the kind decide',
  (typed) => expect(isWardName('Phường Tân Định', typed)).toBe(true),
)

test('a name that begins like a kind is found with and without one', () => {
  for (const typed of ['phuong liet', 'Phương Liệt', 'phường Phương Liệt', 'xã phuong liet']) {
    expect(isWardName('Phường Phương Liệt', typed)).toBe(true)
    expect(hasWardWords('Phường Phương Liệt', wardWords(typed))).toBe(true)
  }
  expect(isWardName('Xã Xa Dung', 'xa dung')).toBe(true)
})

test('a part of a name is not the whole name', () => {
  expect(isWardName('Phường Tân Định', 'tan')).toBe(false)
  expect(isWardName('Phường Tân Định', 'phường')).toBe(false)
})

test('typed accents tell two names apart', () => {
  expect(hasWardSpelling('Phường Mỹ Tho', 'xã mỹ tho')).toBe(true)
  expect(hasWardSpelling('Xã Mỹ Thọ', 'Mỹ Tho')).toBe(false)
  expect(hasWardSpelling('Phường Mỹ Tho', 'my tho')).toBe(false)
})
