import { addresses } from '#admin/addresses/addresses.ts'
import { actsByIntent, filledQuery, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { type DayBooking, bookings as contract } from '#contracts/staff/orders/bookings.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export interface BookingsData {
  shops: { shop_id: number; name: string }[]
  shop_id: number | null
  /** YYYY-MM-DD */
  day: string
  closed: string | null
  skills: string[]
  slots: { time: string; places: { taken: number; capacity: number }[] }[]
  rows: DayBooking[]
  may_receive: boolean
  may_open_ticket: boolean
  now: number
}

/** /noi-bo/lich-hen: the appointments and the slots of one shop on one day. */
export const page = staffPage<BookingsData>({
  loader: async ({ services, actor, url: { searchParams } }) => {
    const input = contract.bookingsOfDay.input.parse(filledQuery(searchParams))
    return { ...(await services.bookings.bookingsOfDay(actor, input)), now: Date.now() }
  },
  action: actsByIntent(
    {
      receive: async ({ services, actor, url }, fields) => {
        const input = contract.receiveBooking.input.safeParse({ code: fields['booking'] })
        if (!input.success) return unclear
        await services.bookings.receiveBooking(actor, input.data)
        return { location: `${addresses.bookings.path}${url.search}` }
      },
      move: async ({ services, actor, url }, fields) => {
        const input = contract.moveBooking.input.safeParse({
          code: fields['booking'],
          booking_date: fields['time'],
        })
        if (!input.success) return { status: 422, problem: 'Chọn ngày và giờ mới.' }
        await services.bookings.moveBooking(actor, input.data)
        return { location: `${addresses.bookings.path}${url.search}` }
      },
      miss: async ({ services, actor, url }, fields) => {
        const input = contract.missBooking.input.safeParse({ code: fields['booking'] })
        if (!input.success) return unclear
        await services.bookings.missBooking(actor, input.data)
        return { location: `${addresses.bookings.path}${url.search}` }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.missBooking, 'booking_not_due')) {
    return { status: 409, problem: 'Chưa đến giờ hẹn nên chưa ghi “Không đến” được.' }
  }
  const is_full = isRefusal(error, contract.moveBooking, 'slot_full')
  if (is_full || isRefusal(error, contract.moveBooking, 'slot_not_offered')) {
    const times = error.data.slots.map(({ starts_at }) => formatDateTime(new Date(starts_at)))
    const problem = is_full ? 'Giờ này đã kín.' : 'Cửa hàng không nhận lịch vào giờ này.'
    const other = times.length === 0 ? '' : ` Giờ trống gần nhất: ${times.join('; ')}.`
    return { status: 409, problem: `${problem}${other}` }
  }
  if (isRefusal(error, contract.moveBooking, 'shop_takes_no_bookings')) {
    return { status: 409, problem: 'Cửa hàng này hiện không nhận lịch cho dịch vụ đã đặt.' }
  }
  if (isRefusal(error, contract.missBooking, 'booking_closed')) {
    return { status: 409, problem: 'Lịch hẹn này vừa thay đổi. Tải lại trang để xem.' }
  }
  if (isRefusal(error, contract.missBooking, 'booking_not_found')) {
    return { status: 404, problem: 'Không có lịch hẹn này ở cửa hàng của bạn.' }
  }
  return null
}
