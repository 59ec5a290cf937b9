import { expect, test } from 'vitest'
import type { Suggestions } from '#contracts/storefront/search.ts'
import { nextActive } from '#storefront/layouts/search/search-box.ts'
import { choiceGroups } from '#storefront/layouts/search/search-choices.ts'

const answer: Suggestions = {
  absent: null,
  terms: [{ text: 'iphone 18', path: '/tim-kiem?q=iphone+18' }],
  categories: [{ name: 'Điện thoại', path: '/dien-thoai', thumbnail: null }],
  repairs: [],
  products: [],
  posts: [],
  trending: [{ text: 'Galaxy S26', path: '/tim-kiem?q=galaxy+s26' }],
}
const names = (words: string, suggestions: Suggestions | null, history: string[] = []) =>
  choiceGroups(words, suggestions, history).map((group) => group.name)

test('repairs stand before goods, with their prices', () => {
  const repair = { name: 'Thay pin iPhone 13', path: '/thay-pin-iphone-13', thumbnail: null }
  const asked = { ...answer, repairs: [{ ...repair, price: 890_000 }] }
  expect(names('thay pin', asked)).toEqual(['terms', 'repairs', 'all'])
  expect(choiceGroups('thay pin', asked, [])[1]?.choices[0]).toMatchObject({
    text: 'Thay pin iPhone 13 từ 890.000đ',
    href: '/thay-pin-iphone-13',
  })
})

test('before typing: own history, then trending searches', () => {
  expect(names('', answer, ['tai nghe'])).toEqual(['history', 'trending'])
  expect(names('  ', answer)).toEqual(['trending'])
  expect(names('', null)).toEqual([])
})

test('while typing: groups that are not empty, and always the link to all results', () => {
  expect(names('ip', answer, ['tai nghe'])).toEqual(['terms', 'all'])
  expect(names('ip', null)).toEqual(['all'])
  const all = choiceGroups(' ốp & lưng ', null, []).at(-1)?.choices[0]
  expect(all?.href).toBe('/tim-kiem?q=%E1%BB%91p+%26+l%C6%B0ng')
})

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
test.each([
  ['ArrowDown', null, 3, 0],
  ['ArrowDown', 1, 3, 2],
  ['ArrowDown', 2, 3, null],
  ['ArrowUp', null, 3, 2],
  ['ArrowUp', 0, 3, null],
  ['ArrowDown', null, 0, null],
  ['Home', 2, 3, 0],
  ['End', 0, 3, 2],
  ['Home', null, 3, undefined],
  ['a', 1, 3, undefined],
] as const)('%s at %s of %s leads to %s', (key, active, count, expected) => {
  expect(nextActive({ ...plain, key }, active, count)).toBe(expected)
})

test('with a modifier the arrows select text', () => {
  expect(nextActive({ ...plain, key: 'ArrowDown', shiftKey: true }, 0, 3)).toBeUndefined()
})
