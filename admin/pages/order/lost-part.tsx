import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { orderPath, parcelPath } from '#admin/addresses/paths.ts'
import { LineField } from '#admin/kit/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { LostParcel } from '#contracts/staff/orders/lost-parcels.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

interface LostPartProps {
  code: string
  lost: readonly LostParcel[]
}

/** The lost parcels of an order, each with the two ways on: its goods once more, or its money back. */
export function LostPart({ code, lost }: LostPartProps) {
  return lost.map((parcel) => <LostOne key={parcel.code} order_code={code} parcel={parcel} />)
}

function LostOne({ order_code, parcel }: { order_code: string; parcel: LostParcel }) {
  const { code, carrier_title, lost_at, goods, asked_by } = parcel
  return (
    <section aria-labelledby={`lost-${code}`} className="sheet grid gap-3 border-sale text-sm">
      <h2 id={`lost-${code}`} className="part-title text-sale">
        Vận đơn{' '}
        <Link to={parcelPath(code)} className="underline tabular-nums">
          {code}
        </Link>{' '}
        bị thất lạc
      </h2>
      <p>
        {goods.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
        <span className="block text-xs text-muted">
          {carrier_title} · {formatDateTime(new Date(lost_at))} · hãng đền hay không:{' '}
          <Link to={addresses.cod_money.path} className="underline">
            Đối soát COD
          </Link>
        </span>
      </p>
      {asked_by !== null && (
        <p role="status" className="font-semibold">
          {asked_by} đã đề nghị không gửi lại, chờ người khác duyệt hoàn tiền.
        </p>
      )}
      <SendAgain {...{ order_code, parcel }} />
      {asked_by === null && <WriteOff {...{ order_code, parcel }} />}
    </section>
  )
}

function SendAgain({ order_code, parcel }: { order_code: string; parcel: LostParcel }) {
  const { code, version, missing } = parcel
  if (missing.length > 0) {
    const names = missing.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
    return <p className="text-muted">Không gửi lại được: các cửa hàng không còn {names}.</p>
  }
  return (
    <StaffForm
      action={orderPath(order_code)}
      hidden={{ intent: 'send_again', code, version }}
      className="grid gap-1"
    >
      <button type="submit" className="tool-main justify-self-start">
        Gửi lại hàng
      </button>
      <span className="text-xs text-muted">
        Giữ hàng mới cho đơn này, đơn trở lại hàng chờ đóng gói, khách không trả thêm.
      </span>
    </StaffForm>
  )
}

function WriteOff({ order_code, parcel }: { order_code: string; parcel: LostParcel }) {
  const { code, version } = parcel
  return (
    <StaffForm
      action={orderPath(order_code)}
      hidden={{ intent: 'write_off', code, version }}
      className="grid gap-2 border-t border-line pt-3"
    >
      <LineField label="Lý do không gửi lại" name="reason" required maxLength={300} />
      <button type="submit" className="tool justify-self-start border-sale text-sale">
        {parcel.is_whole ? 'Kết thúc đơn' : 'Bỏ các món này khỏi đơn'}
      </button>
      <span className="text-xs text-muted">{meaningOf(parcel)}</span>
    </StaffForm>
  )
}

/** What the button does to the money. */
function meaningOf({ refund, needs_approval }: LostParcel): string {
  if (refund === 0) return 'Khách chưa trả tiền cho hàng này, không có gì để hoàn. Khách được báo.'
  if (needs_approval) {
    return `Hoàn ${formatDong(refund)} vượt hạn mức của bạn: người khác duyệt rồi mới hoàn và báo khách.`
  }
  return `Hoàn ${formatDong(refund)} cho khách và báo khách ngay.`
}
