import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { parcelPath } from '#admin/addresses/paths.ts'
import { ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { LostParcel } from '#contracts/staff/orders/lost-parcels.ts'
import { formatDong } from '#pure/money.ts'

/** The two ways on for the order of a lost parcel: its goods once more, or its money back. */
export function LostPart({ parcel }: { parcel: LostParcel }) {
  const { goods, asked_by } = parcel
  return (
    <section aria-labelledby="lost" className="sheet grid gap-3 border-sale text-sm print:hidden">
      <div>
        <h2 id="lost" className="part-title text-sale">
          Hàng thất lạc: chọn một hướng xử lý
        </h2>
        <p className="mt-1">
          {namesOf(goods)}
          <span className="block text-xs text-muted">
            Hãng đền hay không ghi riêng ở{' '}
            <Link to={addresses.cod_money.path} className="underline">
              Đối soát COD
            </Link>
            , khách không phải chờ.
          </span>
        </p>
      </div>
      {asked_by !== null && (
        <p role="status" className="font-semibold">
          {asked_by} đã đề nghị không gửi lại, chờ người khác duyệt hoàn tiền.
        </p>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SendAgain parcel={parcel} />
        {asked_by === null && <WriteOff parcel={parcel} />}
      </div>
    </section>
  )
}

function SendAgain({ parcel: { code, version, missing } }: { parcel: LostParcel }) {
  if (missing.length > 0) {
    return (
      <p className="text-muted">Không gửi lại được: các cửa hàng không còn {namesOf(missing)}.</p>
    )
  }
  return (
    <StaffForm
      action={parcelPath(code)}
      hidden={{ intent: 'send_again', version }}
      className="grid gap-1"
    >
      <button type="submit" className="tool-main justify-self-start">
        Gửi lại hàng
      </button>
      <span className="text-xs text-muted">
        Giữ hàng mới cho đơn này, đơn trở lại hàng chờ đóng gói, khách không trả thêm và được báo.
      </span>
    </StaffForm>
  )
}

function WriteOff({ parcel }: { parcel: LostParcel }) {
  const { code, version, is_whole } = parcel
  return (
    <StaffForm
      action={parcelPath(code)}
      hidden={{ intent: 'write_off', version }}
      className="grid gap-2 max-md:border-t max-md:border-line max-md:pt-3"
    >
      <ReasonField label="Lý do không gửi lại" required maxLength={300} />
      <button type="submit" className="tool justify-self-start border-sale text-sale">
        {is_whole ? 'Kết thúc đơn' : 'Bỏ các món này khỏi đơn'}
      </button>
      <span className="text-xs text-muted">{meaningOf(parcel)}</span>
    </StaffForm>
  )
}

function namesOf(goods: LostParcel['goods']): string {
  return goods.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
}

/** What the button does to the money. */
function meaningOf({ refund, needs_approval }: LostParcel): string {
  if (refund === 0) return 'Khách chưa trả tiền cho hàng này, không có gì để hoàn. Khách được báo.'
  if (needs_approval) {
    return `Hoàn ${formatDong(refund)} vượt hạn mức của bạn: người khác duyệt rồi mới hoàn và báo khách.`
  }
  return `Hoàn ${formatDong(refund)} cho khách và báo khách ngay.`
}
