import { expect, test } from 'vitest'
import { wardWords } from '#shop/locations/ward-words.ts'

test.each([
  ['Tân Định', ['tan', 'dinh']],
  ['  P. Đông Hưng Thuận', ['phuong', 'dong', 'hung', 'thuan']],
  ['x.Ba Vì', ['xa', 'ba', 'vi']],
  ['p', ['p']],
  ['100%_\\', ['100']],
  ["Ea M'Droh", ['ea', 'm', 'droh']],
  ['', []],
])('%s', (typed, words) => expect(wardWords(typed)).toEqual(words))
