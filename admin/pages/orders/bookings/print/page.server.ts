import { staffPage } from '#admin/runtime/page.ts'
import type { StaffServices } from '#contracts/staff/all.ts'

export type BookingSlipData = Awaited<ReturnType<StaffServices['bookings']['bookingSlip']>>

/** /noi-bo/lich-hen/:code/phieu: the confirmation of an appointment, on paper. */
export const page = staffPage<BookingSlipData>({
  needs: 'bookings.bookingSlip',
  loader: ({ services, actor, params }) =>
    services.bookings.bookingSlip(actor, { code: params['code'] ?? '' }),
})
