import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withDigits } from '#shop/search/query/spoken-numbers.ts'

test.each([
  ['ai phôn mười bảy', 'ai phôn 17'],
  ['iphone mười sáu pro', 'iphone 16 pro'],
  ['ti vi năm mươi lăm inch', 'ti vi 55 inch'],
  ['hai trăm năm mươi sáu gb', '256 gb'],
  ['dưới năm triệu', 'dưới 5 triệu'],
  ['duoi muoi lam trieu', 'duoi 15 trieu'],
  ['tivi sáu lăm inch', 'tivi 65 inch'],
  ['từ ba đến năm triệu', 'từ ba đến 5 triệu'],
  ['ba lô laptop', 'ba lô laptop'],
  ['chuột tám nút', 'chuột tám nút'],
  ['bảo hành năm nay', 'bảo hành năm nay'],
  ['tam 10 trieu', 'tam 10 trieu'],
])('%s is %s', (text, meant) => {
  expect(withDigits(text).text).toBe(meant)
})

test('in any text only numbers change, and quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const is_number = /[mtc]|năm|ba|bảy|hai|sáu/u.test(text)
      expect(is_number || withDigits(text).text === text).toBe(true)
    }),
  )
  const began = performance.now()
  for (const text of ['năm '.repeat(5_000), 'mười'.repeat(5_000), 'a '.repeat(10_000)]) {
    withDigits(text)
  }
  expect(performance.now() - began).toBeLessThan(500)
})
