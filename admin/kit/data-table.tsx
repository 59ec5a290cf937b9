import type { ReactNode } from 'react'

/** A column of a table: its heading and its cell for a row. */
export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** number: aligned right, no line breaks. time: no line breaks. text: long words break too. */
  look?: 'number' | 'time' | 'text'
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

/**
 * A table whose rows are cards on a phone. In a card, a cell is the title of its column with its value; the first cell
 * is the heading of the card.
 */
const narrow = {
  head: 'max-md:sr-only',
  row: 'max-md:grid max-md:gap-1 max-md:p-3',
  cell: 'max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)] max-md:gap-x-3 max-md:p-0 max-md:before:text-muted max-md:before:content-[attr(data-title)] max-md:first:block max-md:first:font-semibold max-md:first:before:hidden max-md:has-[>div:empty]:hidden max-md:has-[form]:block max-md:has-[form]:before:hidden',
  looks: {
    number: 'whitespace-nowrap tabular-nums md:text-right',
    time: 'whitespace-nowrap tabular-nums',
    text: 'wrap-anywhere md:max-w-60 md:min-w-40',
  },
}
/** The same for a table that a tablet has no room for either: there the cells of a card stand two by two. */
const wide = {
  head: 'max-lg:sr-only',
  row: 'max-lg:grid max-lg:gap-1 max-lg:p-3 md:max-lg:grid-cols-2 md:max-lg:gap-x-6',
  cell: 'max-lg:grid max-lg:grid-cols-[6.5rem_minmax(0,1fr)] max-lg:gap-x-3 max-lg:p-0 max-lg:before:text-muted max-lg:before:content-[attr(data-title)] max-lg:first:block max-lg:first:font-semibold max-lg:first:before:hidden md:max-lg:first:col-span-2 max-lg:has-[>div:empty]:hidden max-lg:has-[form]:block max-lg:has-[form]:before:hidden',
  looks: {
    number: 'whitespace-nowrap tabular-nums lg:text-right',
    time: 'whitespace-nowrap tabular-nums',
    text: 'wrap-anywhere lg:max-w-60 lg:min-w-40',
  },
}

/**
 * A table of a staff page. Where it has no room, each row is a card. If it is still wider than the window, it scrolls
 * on its own, also by keyboard.
 */
export function DataTable<Row>({ label, empty, columns, rows, keyOf }: DataTableProps<Row>) {
  const shape = columns.length > 6 ? wide : narrow
  if (rows.length === 0) return <p className="sheet text-muted">{empty}</p>
  return (
    <div
      className="sheet relative overflow-x-auto p-0"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full text-sm">
        <thead className={shape.head}>
          <tr className="border-b border-line bg-mist/60 text-xs">
            {columns.map(({ title, look }) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2 font-semibold whitespace-nowrap text-muted ${look === 'number' ? 'text-right' : 'text-left'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className={`border-b border-line align-top last:border-0 ${shape.row}`}
            >
              {columns.map(({ title, cell, look }) => (
                <td
                  key={title}
                  data-title={title}
                  className={`px-3 py-2 ${shape.cell} ${look ? shape.looks[look] : ''}`}
                >
                  <div className="min-w-0">{cell(row)}</div>
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
