import type { BookingsData } from '#admin/pages/orders/bookings/page.server.ts'

export const booking_state_titles: Record<BookingsData['rows'][number]['state'], string> = {
  booked: 'Chờ khách',
  received: 'Đã nhận máy',
  no_show: 'Không đến',
  cancelled: 'Đã hủy',
}
