/** A column of a file. The kind says how a spreadsheet shows it; a text stays as it is. */
export interface FileColumn<Row> {
  title: string
  /** time: ISO 8601; day: YYYY-MM-DD; phone: masked or in full. Absent: text. */
  kind?: 'number' | 'money' | 'time' | 'day' | 'phone'
  value: (row: Row) => string | number | null
}

/** A cell with the kind of its column. */
export interface FileCell {
  kind: 'text' | 'number' | 'money' | 'time' | 'day' | 'phone'
  value: string | number | null
}

/** The cells of a row. */
export function cellsOf<Row>(columns: readonly FileColumn<Row>[], row: Row): FileCell[] {
  return columns.map(({ kind, value }) => ({ kind: kind ?? 'text', value: value(row) }))
}

/** The rows of a table that is read already, as one part. */
export async function* onePart(rows: FileCell[][]): AsyncGenerator<FileCell[][]> {
  yield await Promise.resolve(rows)
}
