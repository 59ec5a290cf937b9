import type { Booking } from '#contracts/storefront/booking.ts'
import { personalPage } from '#storefront/runtime/page.ts'

export interface MemberBookingsData {
  bookings: Booking[]
}

/** /smember/lich-hen: the appointments of a member. */
export const page = personalPage<MemberBookingsData>({
  loader: async ({ services, caller }) => ({
    bookings: await services.booking.listBookings(caller, {}),
  }),
})
