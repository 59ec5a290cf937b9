import { rowTexts, unitRows } from '#pure/price-rows.ts'
import { AmountRows } from '#web/ui/amount-rows.tsx'

/** Shows, folded, how the price of one unit is made: the listed price, what each rule takes off, and what is left. */
export function LinePrice({ trace }: { trace: Parameters<typeof unitRows>[0] }) {
  const rows = rowTexts(unitRows(trace))
  // The list price is the price itself.
  if (rows.length < 3) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="fold-link">Cách tính giá</summary>
      <AmountRows rows={rows} className="mt-1 gap-1 rounded-xl bg-mist px-3 py-2" />
    </details>
  )
}
