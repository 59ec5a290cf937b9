import { expect, test } from 'vitest'
import { storable, storableText } from '#pure/storable-text.ts'

test('a zero and half a letter become the sign for no letter; everything else stays', () => {
  expect(storableText('a\0b\ud800c')).toBe('a\ufffdb\ufffdc')
  expect(storableText('Trần Quang Khải 👍')).toBe('Trần Quang Khải 👍')
})

test('texts are found wherever a schema looks for them', () => {
  expect(storable({ a: ['\0', 1, null], b: { c: '\ud800' }, d: true })).toEqual({
    a: ['\ufffd', 1, null],
    b: { c: '\ufffd' },
    d: true,
  })
})

test('what is nested without end ends nothing', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  expect(() => storable(deep)).not.toThrow()
})
