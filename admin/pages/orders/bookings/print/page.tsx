import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { newBookingPath } from '#admin/addresses/paths.ts'
import { pressKeyed, useKeys } from '#admin/kit/keyboard.ts'
import { Key } from '#admin/kit/keys-help.tsx'
import type { BookingSlipData } from '#admin/pages/orders/bookings/print/page.server.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { formatDong } from '#pure/money.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'

export const title = ({ booking }: BookingSlipData) => `Phiếu hẹn ${booking.code}`
export const has_own_heading = true

/** The confirmation that the customer takes home; the same is sent to the phone. */
export function Page({ data }: { data: BookingSlipData }) {
  useKeys({ p: () => pressKeyed('p') })
  const { booking } = data
  const { shop_id } = booking.shop
  const day = vietnamDay(new Date(booking.starts_at))
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        <button
          type="button"
          onClick={() => window.print()}
          data-key="p"
          className="tool-main min-h-11 noscript:hidden"
        >
          In phiếu hẹn <Key name="p" />
        </button>
        <Link
          to={`${addresses.bookings.path}?shop_id=${shop_id}&day=${day}`}
          className="tool min-h-11"
        >
          Lịch của ngày này
        </Link>
        <Link to={newBookingPath({ shop_id, item_ids: [] })} className="tool min-h-11">
          Đặt lịch khác
        </Link>
      </div>
      {booking.state === 'booked' && booking.is_open && (
        <p role="status" className="sheet text-sm print:hidden">
          Đã giữ giờ. Xác nhận và tin nhắc được gửi tới {booking.phone}
          {booking.email !== null && ` và ${booking.email}`}.
        </p>
      )}
      <Slip data={data} />
    </>
  )
}

const ended = {
  received: 'Đã nhận máy',
  no_show: 'Khách không đến',
  cancelled: 'Đã hủy',
} as const

function Slip({ data: { booking, customer_qr } }: { data: BookingSlipData }) {
  const { code, shop, lines, total, name, phone, notes, starts_at, state } = booking
  return (
    <article className="paper mx-auto w-full max-w-[148mm] bg-white p-[8mm] text-sm print:p-0">
      <header className="flex flex-wrap items-start gap-4">
        <div className="min-w-0 grow basis-48">
          <p className="font-bold">{shop.name}</p>
          <p>
            {shop.address} · {shop.phone}
          </p>
          <h1 className="mt-2 text-xl">Phiếu hẹn sửa chữa {code}</h1>
          {state !== 'booked' && <p className="font-bold">{ended[state]}</p>}
          <p>
            Khách: {name} · {phone}
          </p>
        </div>
        <img
          src={customer_qr}
          alt={`Mã QR mở lịch hẹn ${code}`}
          width={128}
          height={128}
          className="size-32 shrink-0"
        />
      </header>
      <p className="mt-3 text-lg font-bold">{timeText(starts_at)}</p>
      <ul className="mt-3 border-t border-ink pt-1">
        {lines.map((line) => (
          <li key={line.item_id} className="flex justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {line.quantity > 1 && `${line.quantity} × `}
              {line.name}
              {line.warranty_months > 0 && ` (bảo hành ${line.warranty_months} tháng)`}
            </span>
            <span className="shrink-0 tabular-nums">{formatDong(line.price * line.quantity)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-3 border-t border-ink font-bold">
          <span>Tổng tạm tính</span>
          <span className="tabular-nums">{formatDong(total)}</span>
        </li>
      </ul>
      {notes !== null && <p className="mt-2 wrap-anywhere">Ghi chú: {notes}</p>}
      <p className="mt-3">
        Cửa hàng giữ giờ và giữ giá trên phiếu, không cần trả trước. Khi đến, hãy đưa mã lịch hẹn
        cho nhân viên. Quét mã QR để xem, đổi hoặc hủy lịch. Vui lòng sao lưu dữ liệu trước khi sửa.
      </p>
    </article>
  )
}
