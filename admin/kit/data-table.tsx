import type { ReactNode } from 'react'

/** A column of a list: its heading and what it shows of a row. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** number: to the right, in one line. text: breaks where it must. */
  look?: 'number' | 'text'
}

interface DataTableProps<Row> {
  /** What it is a list of, for who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => number | string
}

const looks = { number: 'text-right whitespace-nowrap', text: 'max-w-60 min-w-40 wrap-anywhere' }

/** A list of staff. Where it is wider than the window it scrolls by itself, by keyboard too. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className="sheet text-muted">Không có khoản nào.</p>
  return (
    <div className="sheet overflow-x-auto p-0" tabIndex={0} role="region" aria-label={label}>
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

/** Facts below each other in one cell; what is not known is left out. */
export function Lines({ of }: { of: readonly ReactNode[] }) {
  return of
    .filter((line) => line !== null && line !== '')
    .map((line, n) => (
      // The sequence is the identity: nothing is moved or taken out.
      <div key={n}>{line}</div>
    ))
}
