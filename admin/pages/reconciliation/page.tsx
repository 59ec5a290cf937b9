import { HeldTable } from '#admin/pages/reconciliation/held-table.tsx'
import type { ReconciliationData } from '#admin/pages/reconciliation/page.server.ts'
import { ReviewTable } from '#admin/pages/reconciliation/review-table.tsx'

export const title = 'Đối soát thanh toán'

/** Payments without a matching order, payments that providers hold back, and settled reviews. */
export function Page({ data: { reviews, held } }: { data: ReconciliationData }) {
  const open = reviews.filter(({ state }) => state === 'open')
  const settled = reviews.filter(({ state }) => state !== 'open')
  return (
    <>
      <p className="text-muted">{intro}</p>
      <h2 className="mt-2 text-lg">{`Chờ xử lý (${open.length})`}</h2>
      <ReviewTable reviews={open} empty="Không có khoản tiền nào cần đối soát." />
      <h2 className="mt-2 text-lg">{`Cổng thanh toán đang giữ để kiểm tra (${held.length})`}</h2>
      <HeldTable held={held} />
      <h2 className="mt-2 text-lg">Đã xử lý</h2>
      <ReviewTable reviews={settled} empty="Chưa có khoản tiền nào được xử lý." />
    </>
  )
}

const intro =
  'Tiền chuyển khoản và tiền qua cổng thanh toán chưa tự khớp với đơn hàng. “Nhận cho đơn hàng” xác nhận đơn đã được thanh toán; nếu đơn đã hết hạn, hàng được giữ lại khi còn đủ. Khoản trả thiếu được cộng dồn: đủ tiền thì đơn tự được xác nhận, phần thừa tự vào trang hoàn tiền; đơn hết hạn mà sau 24 giờ vẫn thiếu thì khoản đã trả cũng tự vào đó.'
