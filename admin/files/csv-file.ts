import type { FileCell } from '#admin/files/file-columns.ts'
import { csvLine, withoutFormula } from '#pure/formats/csv.ts'
import { formatDate, formatDateTime } from '#pure/vietnam-time.ts'

/** A table as CSV, in parts: UTF-8 with a byte order mark, as spreadsheets open it. */
export async function* csvFile(
  titles: readonly string[],
  parts: AsyncIterable<readonly (readonly FileCell[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(titles)}`
  for await (const rows of parts) yield rows.map((cells) => csvLine(cells.map(cellText))).join('')
}

function cellText({ kind, value }: FileCell): string {
  if (value === null || value === '') return ''
  if (kind === 'time') return formatDateTime(new Date(value))
  if (kind === 'day') return formatDate(new Date(`${value}T12:00:00+07:00`))
  return typeof value === 'number' ? String(value) : withoutFormula(value)
}
