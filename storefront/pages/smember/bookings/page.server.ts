import type { Booking } from '#contracts/storefront/booking.ts'
import type { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface MemberBookingsData {
  bookings: Booking[]
  tickets: RepairTicket[]
}

/** /smember/lich-hen: the appointments of a member, and their devices in repair. */
export const page = personalPage<MemberBookingsData>({
  loader: async ({ services, caller }) => {
    const [bookings, tickets] = await Promise.all([
      services.booking.listBookings(caller, {}),
      services.repairTicket.listTickets(caller, {}),
    ])
    return { bookings, tickets }
  },
})
