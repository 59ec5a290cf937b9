import { addresses } from '#admin/addresses/addresses.ts'
import { bookingProblem } from '#admin/pages/orders/bookings/booking-problems.ts'
import { actsByIntent, filledQuery, staffPage, unclear } from '#admin/runtime/page.ts'
import {
  type DayBooking,
  type DayWait,
  bookings as contract,
} from '#contracts/staff/orders/bookings.ts'

export interface BookingsData {
  shops: { shop_id: number; name: string }[]
  shop_id: number | null
  /** YYYY-MM-DD */
  day: string
  closed: string | null
  skills: string[]
  slots: { time: string; places: { taken: number; capacity: number }[] }[]
  rows: DayBooking[]
  waits: DayWait[]
  may_receive: boolean
  may_create: boolean
  may_open_ticket: boolean
  now: number
}

/** /noi-bo/lich-hen: the appointments and the slots of one shop on one day. */
export const page = staffPage<BookingsData>({
  needs: 'bookings.bookingsOfDay',
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
    bookingProblem,
  ),
})
