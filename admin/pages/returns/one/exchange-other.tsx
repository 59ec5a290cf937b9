import { returnPath } from '#admin/addresses/paths.ts'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { StaffReturn } from '#contracts/staff/returns.ts'
import { formatDong } from '#pure/money.ts'

/** Opens the draft in which other goods are chosen. Nothing changes before the exchange is made there. */
export function ExchangeOther({ data: { code, value, fee } }: { data: StaffReturn }) {
  return (
    <section aria-labelledby="other" className="sheet grid gap-3 text-sm">
      <h2 id="other" className="part-title">
        Đổi sang sản phẩm khác
      </h2>
      <p className="flex justify-between gap-4 tabular-nums">
        <span className="text-muted">Giá trị hàng đổi</span>
        <span className="font-bold">{formatDong(value - (fee ?? 0))}</span>
      </p>
      <StaffForm action={returnPath(code)} hidden={{ intent: 'exchange_other' }}>
        <button type="submit" className="tool">
          Đổi sang sản phẩm khác
        </button>
      </StaffForm>
      <p className="text-muted">
        Chọn hàng mới ở đơn nháp. Khách trả thêm hoặc nhận lại phần chênh.
      </p>
    </section>
  )
}
