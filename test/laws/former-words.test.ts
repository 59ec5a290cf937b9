import { expect, test } from 'vitest'
import { former_words, formerWordsIn } from '#test/laws/former-words.ts'
import { sources, texts } from '#test/laws/sources.ts'

test('no identifier or file uses a replaced word', () => {
  const own = sources.filter((path) => !path.startsWith('test/laws/former-words'))
  expect(own.flatMap((path) => formerWordsIn(path, texts.get(path) ?? ''))).toEqual([])
})

test('a former word is not the replacement of another one', () => {
  const now = former_words.map((word) => word.now)
  expect(former_words.filter(({ was }) => now.includes(was))).toEqual([])
})

test.each([
  ['shop/a.ts', 'const slotLine = 1'],
  ['shop/a.ts', 'type SlotLines = string[]'],
  ['shop/a.ts', 'sql`select slot_line_id from queue`'],
  ['shop/slot-line.test.ts', ''],
])('%s with %j is found', (path, text) => {
  const words = [{ was: 'slot line', now: 'waitlist' }]
  expect(formerWordsIn(path, text, words)).toHaveLength(1)
})

test.each([
  ['shop/a.ts', '// The slotLine of old.\nconst slot = { line: 1 }'],
  ['shop/a.ts', 'const slotLinen = 1'],
  ['shop/import/a.ts', 'const slot_line = 1'],
])('%s with %j is not', (path, text) => {
  const words = [{ was: 'slot line', now: 'waitlist', but_in: ['shop/import/'] }]
  expect(formerWordsIn(path, text, words)).toEqual([])
})
