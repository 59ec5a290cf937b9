import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { inAscii } from '#web/build/ascii-source.ts'

test('a program in ASCII means the same as with letters beyond', () => {
  const program = String.raw`
    const giá = { tên: 'Điện thoại', mẫu: /^[ăâđê😀]+$/u, emoji: '😀' }
    const texts = [giá.tên, ${'`${giá.tên} đã qua`'}, giá.emoji, '\tà\\ạ']
    JSON.stringify([...texts, giá.mẫu.test('đ😀ă'), giá.mẫu.test('a')])`
  const ascii = inAscii(program)
  expect(ascii).toMatch(/^[\0-\x7f]+$/)
  const meant = ['Điện thoại', 'Điện thoại đã qua', '😀', '\tà\\ạ', true, false]
  expect(JSON.parse(runInNewContext(program))).toEqual(meant)
  expect(JSON.parse(runInNewContext(ascii))).toEqual(meant)
})
