import { Form } from 'react-router'
import { packPath } from '#admin/addresses/paths.ts'
import type { PackData } from '#admin/pages/packing/order/page.server.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'

/** Asks the carriers with an interface what they take. What was scanned stays typed. */
export function QuotePart({
  order_code,
  quotes,
}: {
  order_code: string
  quotes: PackData['quotes']
}) {
  return (
    <section aria-labelledby="quotes" className="sheet grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="quotes" className="part-title">
          Phí giao
        </h2>
        <Form
          method="get"
          action={packPath(order_code)}
          preventScrollReset
          className="flex flex-wrap items-center gap-2"
        >
          <label className="flex items-center gap-2">
            Cân nặng (gam)
            <input
              name="weight_g"
              inputMode="numeric"
              required
              defaultValue={quotes?.weight_g ?? 500}
              className="field w-24"
            />
          </label>
          <button type="submit" className="tool">
            Hỏi các hãng
          </button>
        </Form>
      </div>
      {quotes !== null && (
        <ul className="grid gap-1">
          {quotes.rows.map(({ carrier, title, fee, expected_at, problem }) => (
            <li key={carrier} className="flex flex-wrap gap-x-3">
              <span className="w-44 font-semibold">{title}</span>
              {fee === null ? (
                <span className="text-muted">{problem}</span>
              ) : (
                <span className="tabular-nums">
                  {formatDong(fee)}
                  {expected_at !== null && ` · dự kiến ${formatDate(new Date(expected_at))}`}
                </span>
              )}
            </li>
          ))}
          {quotes.rows.length === 0 && (
            <li className="text-muted">Chưa có hãng giao nào được kết nối.</li>
          )}
        </ul>
      )}
    </section>
  )
}
