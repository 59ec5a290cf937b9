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

const doubts = {
  'a backslash that means nothing': String.raw`['\é', /^[\–]\ạ$/.test('–ạ'), ${'`\\đ`'}, '\\đ', '\😀']`,
  'a class of pairs without u': String.raw`['😀'.replace(/[😀]/, '-').length, /^[ạ-ặ]$/i.test('Ạ')]`,
  'a class of v': String.raw`[/^[[ăâ😀]--[â]]+$/v.test('ă😀'), /^[\q{đ😀}]$/v.test('đ😀')]`,
  'a named group': String.raw`/(?<tên>ă+)\k<tên>/u.exec('ăă').groups.tên`,
  'half a pair': String.raw`'\ud83d'.length + 'ạ\ud83d'.charCodeAt(1)`,
  'a tag that reads what is meant': `((parts, ...values) => parts.join('|') + values)\`select 'Đã \${1} qua'\``,
  'a directive and its function as text': `eval('(' + function đặt() { 'dùng kỹ'; return 'ạ' } + ')')()`,
  'a private name': `new (class { #giá = 'đ'; get lấy() { return this.#giá } })().lấy`,
  'a line separator in a text': `'a\u2028b'.length + \`a\u2029b\`.length`,
}
test.each(Object.entries(doubts))('%s means the same in ASCII', (_doubt, program) => {
  const ascii = inAscii(program)
  expect(ascii).toMatch(/^[\0-\x7f]+$/)
  const json = (code: string) => JSON.stringify(runInNewContext(code))
  expect(json(ascii)).toBe(json(program))
})

test('String.raw with letters beyond ASCII is no program for this', () => {
  expect(inAscii('String.raw`\\w` + "đ"')).toBe('String.raw`\\w` + "\\u0111"')
  expect(() => inAscii('String.raw`\\w đ`')).toThrow('String.raw')
})
