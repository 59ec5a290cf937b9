import type { Booking, BookingState } from '#contracts/storefront/booking.ts'
import { formatDong } from '#pure/money.ts'
import { bookedUrl, bookingCalendarUrl, bookingUrl } from '#storefront/addresses/booking-links.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { ShopWays } from '#storefront/commerce/nearby/shop-ways.tsx'
import { CancelForm, MoveForm } from '#storefront/pages/cart/booking/change-forms.tsx'
import type { BookedData, CartBookingData } from '#storefront/pages/cart/booking/page.server.ts'
import { ServiceCartView } from '#storefront/pages/cart/booking/service-cart.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Fact } from '#web/ui/fact.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta(data: CartBookingData): PageMeta {
  const title = data.kind === 'cart' ? 'Dịch vụ chờ đặt lịch' : `Lịch hẹn ${data.booking.code}`
  return { title, robots: 'noindex, nofollow' }
}

const headlines: Record<BookingState, { title: string; text: string }> = {
  booked: {
    title: 'ĐẶT LỊCH THÀNH CÔNG',
    text: 'Cửa hàng đã giữ giờ và giữ giá cho bạn. Đến nơi, hãy đưa mã này cho nhân viên.',
  },
  received: {
    title: 'CỬA HÀNG ĐÃ TIẾP NHẬN MÁY',
    text: 'Nhân viên đã nhận máy của bạn theo lịch hẹn này.',
  },
  no_show: {
    title: 'ĐÃ QUÁ GIỜ HẸN',
    text: 'Cửa hàng đã chờ nhưng chưa gặp được bạn. Bạn có thể đặt lịch khác.',
  },
  cancelled: {
    title: 'LỊCH HẸN ĐÃ HỦY',
    text: 'Giờ này đã nhường cho khách khác. Bạn có thể đặt lịch khác bất cứ lúc nào.',
  },
}

const past = {
  title: 'ĐÃ ĐẾN GIỜ HẸN',
  text: 'Nếu bạn chưa đến, vui lòng gọi cửa hàng hoặc đặt lịch khác. Giờ này không còn được giữ nữa.',
}

const ended = { icon: 'circle-x', color: 'text-muted' } as const
const good = { icon: 'circle-check', color: 'text-success' } as const
const looks = {
  ...{ booked: good, received: good, no_show: ended, cancelled: ended },
  past: { icon: 'clock', color: 'text-accent' },
} as const

/** /cart/booking: the services in the cart, or an appointment that was made. */
export function Page({ data }: { data: CartBookingData }) {
  return data.kind === 'cart' ? <ServiceCartView cart={data.cart} /> : <Booked data={data} />
}

/** An appointment with its code, place and time, and the ways to change it. */
function Booked({ data }: { data: BookedData }) {
  const { booking, is_linked, move, cannot_move, asks_to_cancel } = data
  const { code, state, lines, is_open } = booking
  const secret = is_linked ? booking.secret : undefined
  const is_past = state === 'booked' && !is_open
  const { title, text } = is_past ? past : headlines[state]
  const look = is_past ? 'past' : state
  const item_ids = lines.flatMap(({ item_id, quantity }) =>
    Array.from({ length: quantity }, () => item_id),
  )
  return (
    <div className="grid gap-4 pb-6">
      <div className="sheet p-4 text-center sm:p-6">
        <Icon name={looks[look].icon} className={`mx-auto size-12 ${looks[look].color}`} />
        <h1 className="mt-2 text-2xl">{title}</h1>
        <p className="mx-auto mt-1 max-w-md text-muted">{text}</p>
      </div>
      {asks_to_cancel && <CancelForm booking={booking} secret={secret} />}
      {move && <MoveForm booking={booking} move={move} secret={secret} />}
      {cannot_move && (
        <Notice kind="error">
          Cửa hàng này hiện không nhận đổi lịch trên trang. Lịch hẹn của bạn vẫn giữ nguyên; nếu cần
          đổi, vui lòng gọi cửa hàng.
        </Notice>
      )}
      <Appointment booking={booking} secret={secret} />
      {is_open && !asks_to_cancel && move === null && (
        <p className="grid grid-cols-2 gap-3">
          <a
            href={bookedUrl(code, secret, { doi: 1 })}
            className={buttonClass('outline', 'min-h-12')}
          >
            Đổi lịch
          </a>
          <a
            href={bookedUrl(code, secret, { huy: 1 })}
            className={buttonClass('outline', 'min-h-12')}
          >
            Hủy lịch
          </a>
        </p>
      )}
      <BookedServices booking={booking} />
      {(state === 'cancelled' || state === 'no_show' || is_past) && (
        <a href={bookingUrl({ item_ids })} className={buttonClass('primary', 'min-h-12')}>
          Đặt lịch khác
        </a>
      )}
      {!is_linked && is_open && (
        <p className="text-center text-sm text-muted">
          Gửi cho người đi cùng:{' '}
          <a
            href={bookedUrl(code, booking.secret)}
            className="font-semibold text-accent hover:underline"
          >
            liên kết của lịch hẹn
          </a>
          . Ai có liên kết này đều đổi và hủy được lịch.
        </p>
      )}
    </div>
  )
}

interface AppointmentProps {
  booking: Booking
  secret: string | undefined
}

/** When, where and for whom, with the code that staff scan. */
function Appointment({ booking, secret }: AppointmentProps) {
  const { code, shop, is_open } = booking
  return (
    <CheckoutSection title="LỊCH HẸN">
      <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
        {is_open && (
          <img
            src={booking.qr}
            alt={`Mã QR của lịch hẹn ${code}`}
            width={176}
            height={176}
            className="size-44 justify-self-center"
          />
        )}
        <dl className="grid gap-2.5 text-body">
          <Fact name="Mã lịch hẹn">
            <span className="tracking-wide whitespace-nowrap select-all">{code}</span>
          </Fact>
          <Fact name="Thời gian">{timeText(booking.starts_at)}</Fact>
          <Fact name="Cửa hàng">{shop.name}</Fact>
          <Fact name="Địa chỉ">{shop.address}</Fact>
          <Fact name="Người đặt">
            {booking.name} · {booking.phone}
          </Fact>
          {booking.notes !== null && <Fact name="Ghi chú">{booking.notes}</Fact>}
        </dl>
      </div>
      <ShopWays shop={shop}>
        {is_open && (
          <a
            href={bookingCalendarUrl(code, secret)}
            download="lich-hen.ics"
            className={buttonClass('outline', 'min-h-11')}
          >
            <Icon name="clock" className="size-4" />
            Thêm vào lịch
          </a>
        )}
      </ShopWays>
    </CheckoutSection>
  )
}

function BookedServices({ booking }: { booking: Booking }) {
  const { lines, total } = booking
  return (
    <CheckoutSection title="DỊCH VỤ">
      <ul className="-my-3 divide-y divide-line">
        {lines.map((line) => (
          <li key={line.item_id} className="flex justify-between gap-3 py-3">
            <span className="min-w-0">
              {line.quantity > 1 && `${line.quantity} × `}
              {line.name}
              {line.warranty_months > 0 && (
                <span className="block text-sm text-muted">
                  Bảo hành {line.warranty_months} tháng
                </span>
              )}
            </span>
            <strong className="shrink-0">{formatDong(line.price * line.quantity)}</strong>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 border-t border-line pt-3">
        <span>
          Tổng tạm tính
          <span className="block text-sm text-muted">
            {booking.is_open ? 'Giá được giữ đến giờ hẹn. ' : ''}Trả sau khi sửa xong.
          </span>
        </span>
        <strong className="text-lg text-sale">{formatDong(total)}</strong>
      </p>
    </CheckoutSection>
  )
}
