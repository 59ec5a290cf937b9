import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvReader, csvSeparator } from '#pure/csv.ts'

function read(pieces: string[], separator = ',') {
  const reader = csvReader(separator)
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
}

test('reads quotes, separators and line breaks inside of cells, and says where a record begins', () => {
  expect(read(['a,b\r\n"1,5","x\ny"\n"say ""hi""",\n'])).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1,5', 'x\ny'] },
    { line: 4, cells: ['say "hi"', ''] },
  ])
})

test('passes over blank lines and needs no line break at the end', () => {
  expect(read(['a;b\n\n1;2'], ';').map((record) => record.cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('what is written is read again, however it is cut into pieces', () => {
  const table = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }))
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, size) => {
      const text = rows.map(csvLine).join('')
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
      expect(read(pieces).map((record) => record.cells)).toEqual(rows)
    }),
  )
})

test('finds the separator of a heading', () => {
  expect(csvSeparator('sku,name,price')).toBe(',')
  expect(csvSeparator('sku;name;price, VND')).toBe(';')
  expect(csvSeparator('id\ttitle\tprice')).toBe('\t')
})
