import { useId } from 'react'

export interface Bar {
  /** Under the bar, and the head of its row in the table. */
  label: string
  value: number
  /** The value as people read it. */
  text: string
  /** It still grows: drawn in another colour. */
  is_now?: boolean
}

interface BarChartProps {
  title: string
  /** What is counted, and what is not. */
  definition: string
  /** The head of the first column of the table, and of the second. */
  columns: readonly [string, string]
  bars: readonly Bar[]
  /** The sum or the newest value, beside the title. */
  sum: string
  /** A label under every nth bar. */
  label_every?: number
}

const height = 100
const bar_width = 10
const gap = 3

/**
 * Bars as SVG, drawn by the server: no script, no library. Its numbers stand in a table that anybody may open; screen
 * readers get the table alone.
 */
export function BarChart(props: BarChartProps) {
  const { title, definition, bars, sum } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="sheet grid content-start gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        <p className="text-lg font-extrabold tabular-nums">{sum}</p>
      </div>
      <div aria-hidden="true">
        <Bars bars={bars} />
        <Labels {...props} />
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">Bảng số liệu</summary>
        <p className="py-1 text-muted">{definition}</p>
        <Numbers {...props} />
      </details>
    </section>
  )
}

function Bars({ bars }: { bars: readonly Bar[] }) {
  // A row without sales has a line, not nothing.
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = bars.length * (bar_width + gap) - gap
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-28 w-full border-b border-line"
    >
      {bars.map(({ label, value, text, is_now }, place) => {
        const tall = value === 0 ? 0 : Math.max(1, (value / most) * height)
        const x = place * (bar_width + gap)
        return (
          <rect
            key={label}
            className={is_now ? 'fill-accent' : 'fill-muted'}
            {...{ x, y: height - tall, width: bar_width, height: tall }}
          >
            <title>{`${label}: ${text}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** Each label begins where its bar does. */
function Labels({ bars, label_every = 1 }: Pick<BarChartProps, 'bars' | 'label_every'>) {
  const shown = bars.filter((_bar, place) => place % label_every === 0)
  return (
    <div className="flex pt-1 text-xs text-muted tabular-nums">
      {shown.map(({ label }) => (
        <span key={label} className="min-w-0 flex-1 overflow-visible whitespace-nowrap">
          {label}
        </span>
      ))}
    </div>
  )
}

function Numbers({ title, columns, bars }: Pick<BarChartProps, 'title' | 'columns' | 'bars'>) {
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1 font-semibold">
            {columns[0]}
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, text }) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {label}
            </th>
            <td className="py-1 text-right">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
