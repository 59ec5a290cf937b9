import type { FileCell } from '#admin/files/file-columns.ts'
import { csvLine, withoutFormula } from '#pure/formats/csv.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'

/** A table as CSV, in parts: UTF-8 with a byte order mark, as spreadsheets open it. */
export async function* csvFile(
  titles: readonly string[],
  parts: AsyncIterable<readonly (readonly FileCell[])[]>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(titles)}`
  for await (const rows of parts) yield rows.map((cells) => csvLine(cells.map(cellText))).join('')
}

/**
 * A text that spreadsheets of every language read alike: days as 2026-11-05, because 05/11/2026 is a day in May for
 * some, and phones with spaces, because digits alone lose their first zero (decision 356).
 */
function cellText({ kind, value }: FileCell): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return String(value)
  if (kind === 'time') return vietnamClock(new Date(value)).slice(0, 16).replace('T', ' ')
  if (kind === 'phone') return withoutFormula(spacedPhone(value))
  return kind === 'day' ? value : withoutFormula(value)
}
