import type { Totals } from '#contracts/storefront/quote.ts'
import { formatDong } from '#pure/money.ts'
import { orderRows, type paidRows, rowTexts } from '#pure/price-rows.ts'
import { AmountRows } from '#web/ui/amount-rows.tsx'

interface CheckoutTotalsProps {
  totals: Totals
  /** The lines that the totals are made of. */
  items: Parameters<typeof orderRows>[0]
  /** What came for the order and what is missing (`paidRows`); absent: the order is not made yet. */
  paid?: ReturnType<typeof paidRows>
}

/** The totals of the order; the last row is the sum of the rows above (contract §3, invariant 2). */
export function CheckoutTotals({ totals, items, paid = [] }: CheckoutTotalsProps) {
  const rows = rowTexts(orderRows(items, totals)).slice(0, -1)
  return (
    <>
      <AmountRows
        rows={[['Số lượng sản phẩm', String(totals.item_quantity)], ...rows]}
        className="gap-2.5 text-body"
      />
      <div className="mt-3.5 flex items-start justify-between gap-4 border-t border-line pt-3.5">
        <p>
          <span className="block font-bold">Tổng tiền</span>
          <span className="block text-note text-balance text-muted">
            Đã gồm VAT và được làm tròn
          </span>
        </p>
        <p className="text-xl font-extrabold tracking-tight text-sale">
          {formatDong(totals.grand_total)}
        </p>
      </div>
      {paid.length > 0 && <AmountRows rows={paid} className="mt-2.5 gap-2.5 text-body" />}
    </>
  )
}
