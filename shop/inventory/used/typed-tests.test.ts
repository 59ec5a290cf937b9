import { expect, test } from 'vitest'
import { readTypedTests } from '#shop/inventory/used/typed-tests.ts'

const known = [
  { name: 'Màn hình', is_passed: true, tested_on: '2026-11-01' },
  { name: 'Loa, mic', is_passed: true, tested_on: '2026-11-02' },
]
const read = (text: string, is_tested_again = false) =>
  readTypedTests({ text, known, today: '2026-11-20', is_tested_again })

test('only a test whose outcome changed gets the day of today', () => {
  expect(read('Màn hình: đạt\r\n\n Loa, mic: Không đạt\nPin: tốt')).toEqual([
    { name: 'Màn hình', is_passed: true, tested_on: '2026-11-01' },
    { name: 'Loa, mic', is_passed: false, tested_on: '2026-11-20' },
    { name: 'Pin', is_passed: true, tested_on: '2026-11-20' },
  ])
  expect(read('Màn hình: đạt', true)).toEqual([
    { name: 'Màn hình', is_passed: true, tested_on: '2026-11-20' },
  ])
  expect(read('')).toEqual([])
})

test.each(['Camera', 'Camera không đạt', 'Camera:', 'Camera: chưa thử', ': đạt'])(
  '%j says no outcome',
  (line) => {
    expect(read(`Màn hình: đạt\n${line}`)).toEqual({ wrong_line: line })
  },
)
