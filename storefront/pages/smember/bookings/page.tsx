import type { BookingState } from '#contracts/storefront/booking.ts'
import { formatDong } from '#pure/money.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { bookedUrl, ticketUrl } from '#storefront/addresses/booking-links.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { ticket_states } from '#storefront/commerce/repair/ticket-texts.ts'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import type { MemberBookingsData } from '#storefront/pages/smember/bookings/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Lịch hẹn sửa chữa', robots: 'noindex, nofollow' }
}

const states: Record<BookingState, string> = {
  booked: 'Đã đặt lịch',
  received: 'Đã tiếp nhận',
  no_show: 'Không đến',
  cancelled: 'Đã hủy',
}

/** /smember/lich-hen: the devices in repair of a member, and their appointments, the next ones first. */
export function Page({ data: { bookings, tickets } }: { data: MemberBookingsData }) {
  return (
    <MemberFrame title="Lịch hẹn sửa chữa">
      <p className="text-[15px]">
        <a
          href={booking_addresses.cartShopReservation.path}
          className="font-semibold text-accent hover:underline"
        >
          Hàng đang đặt giữ tại cửa hàng
        </a>
      </p>
      {tickets.length > 0 && <Tickets tickets={tickets} />}
      {bookings.length + tickets.length === 0 ? (
        <EmptyState picture="no-result" title="Chưa có lịch hẹn nào">
          <p>Lịch bạn đặt khi đã đăng nhập sẽ hiện ở đây.</p>
          <a href={booking_addresses.booking.path} className={buttonClass('primary')}>
            Đặt lịch sửa chữa
          </a>
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {bookings.map(({ code, state, starts_at, shop, lines, total, is_open }) => (
            <li key={code}>
              <MemberCard className="grid gap-1.5">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <a
                    href={bookedUrl(code)}
                    className="font-semibold hover:text-accent hover:underline"
                  >
                    {timeText(starts_at)}
                  </a>
                  <span className={`font-semibold ${is_open ? 'text-success' : 'text-muted'}`}>
                    {state === 'booked' && !is_open ? 'Đến giờ hẹn' : states[state]}
                  </span>
                </p>
                <p className="text-[15px]">{lines.map(({ name }) => name).join(', ')}</p>
                <p className="text-[15px] text-muted">
                  {shop.name} · {code} · {formatDong(total)}
                </p>
              </MemberCard>
            </li>
          ))}
        </ul>
      )}
    </MemberFrame>
  )
}

function Tickets({ tickets }: { tickets: MemberBookingsData['tickets'] }) {
  return (
    <section aria-label="Máy đang sửa và đã sửa" className="mb-4">
      <ul className="grid gap-3">
        {tickets.map(({ code, state, device, shop, hand_code }) => (
          <li key={code}>
            <MemberCard className="grid gap-1.5">
              <p className="flex flex-wrap justify-between gap-x-4">
                <a
                  href={ticketUrl(code)}
                  className="inline-flex min-h-11 items-center font-semibold hover:text-accent hover:underline"
                >
                  {device}
                </a>
                <span
                  className={`font-semibold ${hand_code === null && state !== 'quoted' ? 'text-muted' : 'text-success'}`}
                >
                  {ticket_states[state].title}
                </span>
              </p>
              <p className="text-[15px] text-muted">
                {shop.name} · {code}
              </p>
            </MemberCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
