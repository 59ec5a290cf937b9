import type { PriceStep } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'

interface LineRulesProps {
  price: number
  trace: readonly PriceStep[]
}

/** How the price of a line came about, rule by rule: folded, for who wants to know every đồng. */
export function LineRules({ price, trace }: LineRulesProps) {
  const named = trace.filter((step) => step.name !== '')
  if (named.length === 0) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 items-center gap-1 font-semibold text-accent">
        Khuyến mãi hấp dẫn ({named.length})
      </summary>
      <dl className="mt-1 grid gap-1 rounded-xl bg-mist px-3 py-2">
        <div className="flex justify-between gap-3">
          <dt className="text-muted">Giá niêm yết</dt>
          <dd>{formatDong(price)}</dd>
        </div>
        {named.map((step) => (
          <div
            key={`${step.rule} ${step.reference ?? step.name}`}
            className="flex justify-between gap-3"
          >
            <dt>{step.name}</dt>
            <dd className="shrink-0 font-semibold">{formatDong(step.amount)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
