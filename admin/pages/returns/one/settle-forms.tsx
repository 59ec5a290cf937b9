import { returnPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { StaffReturn } from '#contracts/staff/returns.ts'
import { formatDong } from '#pure/money.ts'

/** The two ways to end a return: the same product instead, or the money. */
export function SettleForms({ data }: { data: StaffReturn }) {
  const { code, version, value, fee, fee_percent } = data
  const kept = fee ?? 0
  return (
    <>
      {data.may.exchange && <ExchangeForm data={data} />}
      <section aria-labelledby="refund" className="sheet grid gap-3 text-sm">
        <h2 id="refund" className="part-title">
          Nhận trả, hoàn tiền
        </h2>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
          <dt className="text-muted">Giá trị hàng trả</dt>
          <dd className="text-right">{formatDong(value)}</dd>
          {kept > 0 && (
            <>
              <dt className="text-muted">Phí trả hàng {fee_percent}%</dt>
              <dd className="text-right">−{formatDong(kept)}</dd>
            </>
          )}
          <dt className="font-bold">Hoàn cho khách</dt>
          <dd className="text-right font-bold">{formatDong(value - kept)}</dd>
        </dl>
        <StaffForm action={returnPath(code)} hidden={{ intent: 'refund', version }}>
          <button type="submit" className="tool min-h-11 whitespace-normal">
            Nhận trả và đề nghị hoàn {formatDong(value - kept)}
          </button>
        </StaffForm>
        <p className="text-muted">Người khác duyệt rồi mới hoàn.</p>
      </section>
    </>
  )
}

function ExchangeForm({ data: { code, version, unit_code } }: { data: StaffReturn }) {
  return (
    <section aria-labelledby="exchange" className="sheet grid gap-3 text-sm">
      <h2 id="exchange" className="part-title">
        Đổi sản phẩm cùng loại
      </h2>
      <StaffForm
        action={returnPath(code)}
        hidden={{ intent: 'exchange', version }}
        className="flex flex-wrap items-end gap-2"
      >
        {unit_code !== null && (
          <LineField
            label="Quét IMEI hoặc serial của máy đổi"
            name="new_code"
            required
            autoFocus
            maxLength={40}
          />
        )}
        <button type="submit" className="tool-main">
          Đổi cho khách
        </button>
      </StaffForm>
      <p className="text-muted">Khách không trả thêm. Bảo hành tính lại từ hôm nay.</p>
    </section>
  )
}
