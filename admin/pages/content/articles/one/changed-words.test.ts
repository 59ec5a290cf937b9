import { expect, test } from 'vitest'
import { changedWords, partnersOf } from '#admin/pages/content/articles/one/changed-words.ts'

test('only the words that differ are marked', () => {
  const [before, after] = ['Pin 5.000 mAh, sạc nhanh.', 'Pin 5.200 mAh, sạc nhanh.']
  expect(changedWords(before, after)).toEqual({
    ...{ head: 'Pin ', changed: '5.000 ', tail: 'mAh, sạc nhanh.' },
  })
  expect(changedWords('a b', 'a b c').changed).toBe('b')
  expect(changedWords('Một câu. Thêm.', 'Một câu. ').changed).toBe('Thêm.')
  expect(changedWords('x x x', 'x x')).toEqual({ head: 'x ', changed: 'x ', tail: 'x' })
  expect(changedWords('mới', '')).toEqual({ head: '', changed: 'mới', tail: '' })
})

test('the first removed line belongs to the first added one', () => {
  const lines = [
    ...([
      { kind: 'same', text: '0' },
      { kind: 'removed', text: 'a' },
    ] as const),
    ...([
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'A' },
    ] as const),
    ...([
      { kind: 'same', text: '1' },
      { kind: 'added', text: 'C' },
    ] as const),
    { kind: 'removed', text: 'd' } as const,
  ]
  expect(partnersOf(lines)).toEqual([null, 'A', null, 'a', null, null, null])
})
