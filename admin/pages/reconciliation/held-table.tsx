import { type Column, DataTable, Lines } from '#admin/kit/data-table.tsx'
import { order_states } from '#admin/pages/reconciliation/texts.ts'
import type { HeldPayment } from '#contracts/staff/reconciliation.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'

/** Payments that a provider has received and holds back for a check. */
export function HeldTable({ held }: { held: readonly HeldPayment[] }) {
  return (
    <>
      {held.length > 0 && <p className="text-muted">{advice}</p>}
      <DataTable
        label="Khoản tiền cổng đang giữ"
        empty="Không có khoản nào bị cổng thanh toán giữ lại."
        columns={columns}
        rows={held}
        keyOf={({ payment_id }) => payment_id}
      />
    </>
  )
}

const columns: Column<HeldPayment>[] = [
  { title: 'Giữ từ', cell: ({ held_since }) => formatDateTime(new Date(held_since)) },
  { title: 'Số tiền', look: 'number', cell: ({ amount }) => formatDong(amount) },
  {
    title: 'Đơn hàng',
    cell: ({ order_code, order_state, phone }) => (
      <Lines lines={[order_code, order_states[order_state], phone]} />
    ),
  },
  { title: 'Cổng', cell: ({ gateway }) => gateway },
  {
    title: 'Mã giao dịch',
    look: 'text',
    cell: ({ provider_reference, reference }) => <Lines lines={[provider_reference, reference]} />,
  },
  {
    title: 'Hỏi lần cuối',
    cell: ({ asked_at }) => (asked_at === null ? '–' : formatDateTime(new Date(asked_at))),
  },
]

const advice =
  'Tiền đã rời ví của khách nhưng cổng chưa giao cho cửa hàng. Hãy mở trang quản trị của cổng, tìm theo mã ở cột “Mã giao dịch” và trả lời yêu cầu xác minh. Chưa giao hàng, chưa hoàn tiền bằng tay: hệ thống hỏi lại cổng cho đến khi có kết quả. Được duyệt thì đơn tự được xác nhận (đơn đã hết hạn được mở lại khi còn hàng, nếu không tiền vào trang hoàn tiền); bị từ chối thì cổng trả tiền cho khách.'
