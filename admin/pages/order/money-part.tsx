import type { ReactNode } from 'react'
import type { ToldOrder } from '#admin/pages/order/timeline-texts.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

const payment_states: Record<ToldOrder['payments'][number]['state'], string> = {
  started: 'đang chờ tiền',
  due_on_delivery: 'thu khi giao',
  paid: 'đã trả',
  failed: 'không thành',
  replaced: 'đã đổi cách khác',
}
const refund_states: Record<ToldOrder['refunds'][number]['state'], string> = {
  due: 'cần hoàn',
  requested: 'cổng đang hoàn',
  done: 'đã hoàn',
  failed: 'cổng từ chối',
  dropped: 'không hoàn nữa',
}

/** The money of an order: what is still to collect, every attempt to pay, every refund. */
export function MoneyPart({ order }: { order: ToldOrder }) {
  const { payments, refunds, paid_total, refund_due_total, refunded_total, grand_total } = order
  const missing = Math.max(0, grand_total - paid_total)
  const facts = [
    paid_total > 0 && `Đã nhận ${formatDong(paid_total)}`,
    missing > 0 &&
      !['cancelled', 'expired'].includes(order.state) &&
      `Còn phải thu ${formatDong(missing)}`,
    refund_due_total > 0 && `Cần hoàn ${formatDong(refund_due_total)}`,
    refunded_total > 0 && `Đã hoàn ${formatDong(refunded_total)}`,
  ].filter((fact) => fact !== false)
  return (
    <section aria-labelledby="money" className="sheet grid gap-2 text-sm">
      <h2 id="money" className="part-title">
        Tiền
      </h2>
      {facts.length > 0 && <p className="font-bold">{facts.join(' · ')}</p>}
      <ul className="grid gap-1">
        {payments.map(({ method_title, state, amount, reference, failure, is_held, at }, n) => (
          <Row key={n} at={at} amount={amount}>
            {method_title}: {payment_states[state]}
            {is_held && ', cổng đang giữ tiền để kiểm tra'}
            {failure !== null && ` (${failure})`}
            {reference !== null && <span className="text-muted"> · {reference}</span>}
          </Row>
        ))}
        {refunds.map(({ number, gateway, state, amount, reason, at }) => (
          <Row key={number} at={at} amount={-amount}>
            Hoàn qua {gateway}: {refund_states[state]} ({reason})
          </Row>
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  at: string
  amount: number
  children: ReactNode
}

function Row({ at, amount, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-xs text-muted tabular-nums">{formatDateTime(new Date(at))}</span>
      <span className="min-w-0 grow wrap-anywhere">{children}</span>
      <span className="font-semibold tabular-nums">{formatDong(amount)}</span>
    </li>
  )
}
