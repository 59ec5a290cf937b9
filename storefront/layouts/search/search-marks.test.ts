import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markMatches } from '#storefront/layouts/search/search-marks.ts'

const shown = (text: string, typed: string) =>
  markMatches(text, typed)
    .map((part) => (part.is_match ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Điện thoại', 'dien th', '[Điện] [th]oại'],
  ['Điện thoại', 'ĐIỆN', '[Điện] thoại'],
  ['iPhone 18 Pro Max', 'iph 18', '[iPh]one [18] Pro Max'],
  ['Tai nghe', 'nghe tai', '[Tai] [nghe]'],
  ['Samsung Galaxy S26+', 's', '[S]amsung Galaxy [S]26+'],
  ['MacBook Air', 'book', 'MacBook Air'],
  ['Laptop', '  ', 'Laptop'],
  ['6.9" OLED', '6.9', '[6].[9]" OLED'],
])('in %s, the typed "%s" is marked', (text, typed, expected) => {
  expect(shown(text, typed)).toBe(expected)
})

test('no letter of the text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, typed) => {
      const all = markMatches(text, typed).map((part) => part.text)
      expect(all.join('')).toBe(text.normalize('NFC'))
    }),
  )
})
