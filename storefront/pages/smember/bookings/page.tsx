import type { BookingState } from '#contracts/storefront/booking.ts'
import { formatDong } from '#pure/money.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { bookedUrl } from '#storefront/addresses/booking-links.ts'
import { timeText } from '#storefront/commerce/booking/booking-texts.ts'
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

/** /smember/lich-hen: the appointments of a member, the next ones first. */
export function Page({ data: { bookings } }: { data: MemberBookingsData }) {
  return (
    <MemberFrame title="Lịch hẹn sửa chữa">
      {bookings.length === 0 ? (
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
