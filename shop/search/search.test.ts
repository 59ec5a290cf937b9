import { expect, test } from 'vitest'
import { wordsOf } from '#shop/search/search.ts'

test.each([
  ['', []],
  ['  % _ \\ ', []],
  ['Điện Thoại', ['dien', 'thoai']],
  ['Galaxy S26+ 12GB/256GB', ['galaxy', 's26+', '12gb', '256gb']],
  ['sony wh-1000xm6.', ['sony', 'wh', '1000xm6']],
  ['balo 15.6"', ['balo', '15.6']],
  ['pro PRO Pro', ['pro']],
])('%j means %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('a flood of words stays a handful', () => {
  const flood = Array.from({ length: 100 }, (_, index) => `tu${index}`).join(' ')
  expect(wordsOf(flood)).toHaveLength(8)
})
