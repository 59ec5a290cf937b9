import { expect, test } from 'vitest'
import { storable, storableText } from '#pure/storable-text.ts'

test('null characters and unpaired surrogates become U+FFFD; everything else stays', () => {
  expect(storableText('a\0b\ud800c')).toBe('a\ufffdb\ufffdc')
  expect(storableText('Trần Quang Khải 👍')).toBe('Trần Quang Khải 👍')
})

test('texts are replaced at every depth that a schema reads', () => {
  expect(storable({ a: ['\0', 1, null], b: { c: '\ud800' }, d: true })).toEqual({
    a: ['\ufffd', 1, null],
    b: { c: '\ufffd' },
    d: true,
  })
})

test('a very deeply nested input does not overflow the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(() => storable(deep)).not.toThrow()
})
