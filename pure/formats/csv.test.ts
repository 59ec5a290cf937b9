import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  csvLine,
  csvReader,
  csvSeparator,
  keptDigits,
  withFormula,
  withoutFormula,
} from '#pure/formats/csv.ts'

function read(chunks: string[], separator = ',') {
  const reader = csvReader(separator)
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]
}

test('reads quotes, separators and line breaks inside cells, and returns the first line of a record', () => {
  expect(read(['a,b\r\n"1,5","x\ny"\n"say ""hi""",\n'])).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1,5', 'x\ny'] },
    { line: 4, cells: ['say "hi"', ''] },
  ])
})

test('skips blank lines and needs no line break at the end', () => {
  expect(read(['a;b\n\n1;2'], ';').map((record) => record.cells)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('written CSV is read back, whatever the size of the chunks', () => {
  const table = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 }))
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, size) => {
      const text = rows.map(csvLine).join('')
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
      expect(read(chunks).map((record) => record.cells)).toEqual(rows)
    }),
  )
})

test('digits of which a spreadsheet would lose some stand in groups; others stay as they are', () => {
  expect(keptDigits('001090012345')).toBe('0010 9001 2345')
  expect(keptDigits('0312345678')).toBe('0312 3456 78')
  expect(keptDigits('108123456789012345678')).toBe('1081 2345 6789 0123 4567 8')
  for (const text of ['350000000000123', '120000', '0', '0912 345 678', '2026-11-05', 'A001']) {
    expect(keptDigits(text)).toBe(text)
  }
})

test('finds the separator of a heading', () => {
  expect(csvSeparator('sku,name,price')).toBe(',')
  expect(csvSeparator('sku;name;price, VND')).toBe(';')
  expect(csvSeparator('id\ttitle\tprice')).toBe('\t')
})

test('a guard against formulas is taken away again, whatever the text was', () => {
  expect(withFormula(withoutFormula("'=1+1"))).toBe("'=1+1")
  const sign = fc.constantFrom(...'=+-@＝', "'", '"', ';', '|', ' ', '\t', '\r', '\n', 'a', '1')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      expect(withFormula(withoutFormula(text))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})
