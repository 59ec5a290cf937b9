import type { BookingState } from '#contracts/storefront/booking.ts'
import { formatDong } from '#pure/money.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'
import { bookedUrl, ticketUrl } from '#storefront/addresses/booking-links.ts'
import { timeText } from '#pure/formats/weekdays.ts'
import { ticket_states } from '#storefront/commerce/repair/ticket-texts.ts'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import { MemberItem } from '#storefront/commerce/member/member-item.tsx'
import type { MemberBookingsData } from '#storefront/pages/smember/bookings/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icons.tsx'

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
      <a
        href={booking_addresses.cartShopReservation.path}
        className="flex min-h-12 items-center gap-3 rounded-2xl bg-white px-4 font-semibold shadow-card hover:shadow-raised sm:px-5"
      >
        <Icon name="store" className="size-5 shrink-0 text-accent" />
        <span className="flex-1">Hàng đang đặt giữ tại cửa hàng</span>
        <Icon name="chevron-right" className="size-5 shrink-0 text-muted" />
      </a>
      {tickets.length > 0 && <Tickets tickets={tickets} />}
      {bookings.length + tickets.length === 0 ? (
        <MemberCard>
          <EmptyState picture="no-result" title="Chưa có lịch hẹn nào">
            <p>Lịch bạn đặt khi đã đăng nhập sẽ hiện ở đây.</p>
            <a href={booking_addresses.booking.path} className={buttonClass('primary')}>
              Đặt lịch sửa chữa
            </a>
          </EmptyState>
        </MemberCard>
      ) : (
        <ul className="grid gap-3">
          {bookings.map(({ code, state, starts_at, shop, lines, total, is_open }) => (
            <MemberItem
              key={code}
              href={bookedUrl(code)}
              title={timeText(starts_at)}
              state={state === 'booked' && !is_open ? 'Đến giờ hẹn' : states[state]}
              kind={state === 'booked' && !is_open ? 'waiting' : is_open ? 'good' : 'ended'}
              picture={lines[0] && <LinePicture line={lines[0]} className="size-16 shrink-0" />}
            >
              <p className="text-body">{lines.map(({ name }) => name).join(', ')}</p>
              <p className="text-sm text-muted">
                {shop.name}
                <span className="block">{`${code} · ${formatDong(total)}`}</span>
              </p>
            </MemberItem>
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
          <MemberItem
            key={code}
            href={ticketUrl(code)}
            title={device}
            state={ticket_states[state].title}
            kind={state === 'quoted' ? 'waiting' : hand_code === null ? 'ended' : 'good'}
          >
            <p className="text-sm text-muted">
              {shop.name} · {code}
            </p>
          </MemberItem>
        ))}
      </ul>
    </section>
  )
}
