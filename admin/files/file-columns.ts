/** A column of a file. The kind says how a spreadsheet shows it; a text stays as it is. */
export interface FileColumn<Row> {
  title: string
  /** time: ISO 8601; day: YYYY-MM-DD. Absent: text. */
  kind?: 'number' | 'money' | 'time' | 'day'
  value: (row: Row) => string | number | null
}

/** A cell with the kind of its column. */
export interface FileCell {
  kind: 'text' | 'number' | 'money' | 'time' | 'day'
  value: string | number | null
}

/** The cells of a row. */
export function cellsOf<Row>(columns: readonly FileColumn<Row>[], row: Row): FileCell[] {
  return columns.map(({ kind, value }) => ({ kind: kind ?? 'text', value: value(row) }))
}
