import type { ShownMoney } from '#admin/pages/order/money-texts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

/** The money of an order: what is still to collect, every attempt to pay, every refund. */
export function MoneyPart({ money: { facts, rows } }: { money: ShownMoney }) {
  return (
    <section aria-labelledby="money" className="sheet grid gap-2 text-sm">
      <h2 id="money" className="part-title">
        Tiền
      </h2>
      {facts.length > 0 && <p className="font-bold">{facts.join(' · ')}</p>}
      <ul className="grid gap-1">
        {rows.map(({ at, text, reference, amount }, n) => (
          <li key={n} className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-xs text-muted tabular-nums">{formatDateTime(new Date(at))}</span>
            <span className="min-w-0 grow wrap-anywhere">
              {text}
              {reference !== null && <span className="text-muted"> · {reference}</span>}
            </span>
            <span className="font-semibold tabular-nums">{formatDong(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
