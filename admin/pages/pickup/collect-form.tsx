import { ScanField } from '#admin/kit/fields/scan-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { StaffPickup } from '#contracts/staff/pickups.ts'
import { formatDong } from '#pure/money.ts'
import { formatTime } from '#pure/vietnam-time.ts'

interface CollectFormProps {
  pickup: StaffPickup
  path: string
}

/** First the shopper proves to be the shopper; then the units are scanned, and the money is taken. */
export function CollectForm({ pickup, path }: CollectFormProps) {
  return (
    <section
      aria-label="Giao cho khách"
      className="sheet grid content-start gap-3 max-lg:order-first"
    >
      {pickup.verified_at === null ? (
        <VerifyForm pickup={pickup} path={path} />
      ) : (
        <GiveForm pickup={pickup} path={path} />
      )}
    </section>
  )
}

function VerifyForm({ pickup: { version }, path }: CollectFormProps) {
  return (
    <StaffForm action={path} hidden={{ intent: 'verify', version }} className="grid gap-3">
      <label className="block font-semibold">
        Mã của khách
        <input
          name="presented"
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          aria-describedby="presented-help"
          className="field mt-1 min-h-11 w-full text-base tabular-nums"
        />
      </label>
      <p id="presented-help" className="text-sm text-muted">
        Quét mã QR, hoặc gõ 6 số mã nhận hàng, hoặc 4 số cuối điện thoại.
      </p>
      <button type="submit" className="tool-main min-h-11">
        Kiểm mã
      </button>
    </StaffForm>
  )
}

const proofs = { code: 'đúng mã nhận hàng', phone: 'đúng 4 số cuối điện thoại' }

function GiveForm({ pickup, path }: CollectFormProps) {
  const { version, due, prepared, verified_at, verified_by, is_payment_underway } = pickup
  return (
    <StaffForm
      action={path}
      hidden={{ intent: 'collect', version, amount: due }}
      className="grid gap-3"
    >
      {verified_by !== null && verified_at !== null && (
        <p className="rounded-lg bg-success-soft px-3 py-2 text-sm font-semibold text-success">
          Đúng khách: {proofs[verified_by]} lúc {formatTime(new Date(verified_at))}
        </p>
      )}
      {prepared.length > 0 && (
        <ScanField label={`Quét IMEI hoặc serial của ${prepared.length} máy`} rows={2} autoFocus />
      )}
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">Thu tiền mặt</span>
        <strong className="text-2xl tabular-nums">{formatDong(due)}</strong>
      </p>
      {is_payment_underway && (
        <p className="text-sm font-semibold text-sale">
          Khách đang thanh toán online, chưa có kết quả. Chờ ít phút rồi tải lại trang.
        </p>
      )}
      <button type="submit" className="tool-main min-h-11">
        {due > 0 ? `Đã thu ${formatDong(due)}, giao hàng` : 'Đã trả đủ, giao hàng'}
      </button>
    </StaffForm>
  )
}
