import type { ReactNode } from 'react'
import type { Totals } from '#contracts/storefront/quote.ts'
import { formatDong } from '#pure/money.ts'
import { memberDiscount } from '#pure/price-breakdown.ts'

interface CheckoutTotalsProps {
  totals: Totals
  /** The lines that the totals are made of. */
  items: Parameters<typeof memberDiscount>[0]
}

/** The totals of the order; the last row is the sum of the rows above (contract §3, invariant 2). */
export function CheckoutTotals({ totals, items }: CheckoutTotalsProps) {
  const for_members = memberDiscount(items)
  return (
    <dl className="grid gap-2.5 text-[15px]">
      <Row name="Số lượng sản phẩm">{totals.item_quantity}</Row>
      <Row name="Tổng tiền hàng">{formatDong(totals.list_total)}</Row>
      <Row name="Phí vận chuyển">
        {totals.shipping_fee === 0 ? 'Miễn phí' : formatDong(totals.shipping_fee)}
      </Row>
      <Row name="Giảm giá trực tiếp">{minus(totals.discount - for_members)}</Row>
      {for_members === 0 ? null : <Row name="Chiết khấu Smember">{minus(for_members)}</Row>}
      {totals.adjustments.map(({ rule, reference, name, amount }) => (
        <Row key={`${rule} ${reference}`} name={rule === 'rounding' ? 'Làm tròn' : name}>
          {minus(amount)}
        </Row>
      ))}
      <div className="mt-1 flex items-start justify-between gap-4 border-t border-line pt-3.5">
        <dt>
          <span className="block font-bold">Tổng tiền</span>
          <span className="block text-[13px] text-muted">Đã gồm VAT và được làm tròn</span>
        </dt>
        <dd className="text-xl font-extrabold tracking-tight text-sale">
          {formatDong(totals.grand_total)}
        </dd>
      </div>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
      <dd className="shrink-0 font-semibold">{children}</dd>
    </div>
  )
}

function minus(amount: number): string {
  return amount === 0 ? formatDong(0) : `-${formatDong(amount)}`
}
