import { useId } from 'react'

interface Ranked {
  /** Names the row; unique. */
  label: string
  value: number
  /** The value as people read it. */
  text: string
  /** More about the row, beside its label. */
  note?: string
}

interface RankChartProps {
  title: string
  /** What is counted, and what is not. */
  definition: string
  /** The heads of the columns. */
  columns: readonly [string, string]
  /** In the sequence in which they are shown. */
  rows: readonly Ranked[]
  /** The sum, beside the title. */
  sum: string
  empty: string
}

/** So many rows are shown at once; the others are opened. */
const shown_rows = 10

/**
 * A table whose rows have a bar under their label, drawn by the server as SVG: no script, no library. The table has all
 * numbers, so that the bars are hidden from screen readers.
 */
export function RankChart(props: RankChartProps) {
  const { title, definition, rows, sum, empty } = props
  const id = useId()
  const most = Math.max(1, ...rows.map(({ value }) => value))
  const others = rows.slice(shown_rows)
  return (
    <section aria-labelledby={id} className="sheet grid content-start gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <p className="text-lg font-extrabold tabular-nums">{sum}</p>
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <Rows {...props} rows={rows.slice(0, shown_rows)} most={most} />
      )}
      {others.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">{`Còn ${others.length} dòng`}</summary>
          <Rows {...props} rows={others} most={most} />
        </details>
      )}
      <p className="text-xs text-muted">{definition}</p>
    </section>
  )
}

function Rows({ title, columns, rows, most }: RankChartProps & { most: number }) {
  return (
    <table className="w-full table-fixed text-sm tabular-nums">
      <caption className="sr-only">{title}</caption>
      <colgroup>
        <col />
        <col className="w-28 sm:w-32" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{columns[0]}</th>
          <th scope="col">{columns[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, text, note }) => (
          <tr key={label}>
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              <span className="flex items-baseline gap-x-2">
                <span className="min-w-0 wrap-anywhere md:truncate">{label}</span>
                {note !== undefined && <span className="shrink-0 text-xs text-muted">{note}</span>}
              </span>
              <RankBar share={value / most} />
            </th>
            <td className="py-1 text-right align-top font-semibold whitespace-nowrap">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RankBar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-1 block h-1.5 w-full"
    >
      <rect width="100" height="4" className="fill-line" />
      {share > 0 && <rect width={Math.max(0.5, share * 100)} height="4" className="fill-muted" />}
    </svg>
  )
}
