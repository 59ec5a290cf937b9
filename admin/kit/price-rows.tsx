import { AmountRows } from '#web/ui/amount-rows.tsx'

interface PriceRowsProps {
  /** As texts of `pure/price-rows.ts`; the last one is what the others add up to. */
  rows: Parameters<typeof AmountRows>[0]['rows']
  className?: string
}

/** "Vì sao giá này": the same rows of a unit price as the shopper sees, folded. */
export function UnitPriceRows({ rows }: PriceRowsProps) {
  // The list price is the price itself.
  if (rows.length < 3) return null
  return (
    <details className="text-xs">
      <summary className="w-fit text-muted">Vì sao giá này</summary>
      <AmountRows rows={rows} className="mt-1 max-w-80 gap-0.5 tabular-nums" />
    </details>
  )
}

/** The same rows of an order as the shopper sees. */
export function OrderPriceRows({ rows, className = '' }: PriceRowsProps) {
  return (
    <AmountRows
      rows={rows}
      className={`gap-0.5 tabular-nums *:last:pt-1 *:last:text-base *:last:*:font-extrabold *:last:*:text-ink ${className}`}
    />
  )
}
