import { expect, test } from 'vitest'
import { fold, inSentence, slugify } from '#pure/vietnamese/vietnamese-text.ts'

test('folding removes accents and case, and both spellings of a tone become equal', () => {
  expect(fold('Điện Thoại')).toBe('dien thoai')
  expect(fold('HÒA')).toBe(fold('hoà'))
  expect(fold('Thừa Thiên Huế')).toBe('thua thien hue')
})

test('a slug has "plus" for "+" and one hyphen for other characters between words', () => {
  expect(slugify('Galaxy S26+ 256GB | Chính hãng')).toBe('galaxy-s26-plus-256gb-chinh-hang')
  expect(slugify('  Ốp lưng & bao da  ')).toBe('op-lung-bao-da')
})

test.each([
  ['Thẻ nhớ - USB', 'thẻ nhớ - USB'],
  ['Âm thanh', 'âm thanh'],
  ['USB', 'USB'],
  ['iPhone', 'iPhone'],
])('%s within a sentence is %s', (name, expected) => {
  expect(inSentence(name)).toBe(expected)
})
