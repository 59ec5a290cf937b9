import { expect, test } from 'vitest'
import { csvFile } from '#admin/files/csv-file.ts'
import { type FileCell, onePart } from '#admin/files/file-columns.ts'

async function lineOf(...cells: FileCell[]): Promise<string> {
  let text = ''
  for await (const part of csvFile(['Cột'], onePart([cells]))) text += part
  return text.split('\n')[1] ?? ''
}

test('days, times and phones are what spreadsheets of every language take them for', async () => {
  expect(await lineOf({ kind: 'day', value: '2026-11-05' })).toBe('2026-11-05')
  expect(await lineOf({ kind: 'time', value: '2026-11-05T17:30:00Z' })).toBe('2026-11-06 00:30')
  expect(await lineOf({ kind: 'phone', value: '0912345678' })).toBe('0912 345 678')
  expect(await lineOf({ kind: 'phone', value: '+84912345678' })).toBe('0912 345 678')
  expect(await lineOf({ kind: 'phone', value: '09•• ••• 678' })).toBe('09•• ••• 678')
  expect(await lineOf({ kind: 'phone', value: '=1+1' })).toBe("'=1+1")
  // A code of the same form stays as it is.
  expect(await lineOf({ kind: 'text', value: '0912345678' })).toBe('0912345678')
})
