import type { ReactNode } from 'react'

/** A column of a table: its heading and its cell for a row. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** number: aligned right, no line breaks. text: long words break too. */
  look?: 'number' | 'text'
}

interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  /** What the page says instead of an empty table. */
  empty: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
}

const looks = { number: 'text-right whitespace-nowrap', text: 'max-w-60 min-w-40 wrap-anywhere' }

/** A table of a staff page. If it is wider than the window, it scrolls on its own, also by keyboard. */
export function DataTable<Row>({ label, empty, columns, rows, keyOf }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className="sheet text-muted">{empty}</p>
  return (
    <div
      className="sheet relative overflow-x-auto p-0"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ title, look }) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2.5 font-semibold whitespace-nowrap text-muted ${look === 'number' ? 'text-right' : 'text-left'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line align-top last:border-0">
              {columns.map(({ title, cell, look }) => (
                <td key={title} className={`px-3 py-2.5 ${look ? looks[look] : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Several lines in one cell. Null and empty lines are left out. */
export function Lines({ lines }: { lines: readonly ReactNode[] }) {
  return lines
    .filter((line) => line !== null && line !== '')
    .map((line, n) => (
      // The index is a safe key: lines are never moved or removed.
      <div key={n}>{line}</div>
    ))
}
