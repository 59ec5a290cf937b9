import type { BookingRefusal, MessagesByCode, ServiceRefusal } from '#storefront/refusals.ts'

/** The texts for refusals of repair services, in the cart and when they are booked. */
export const service_texts: MessagesByCode<
  ServiceRefusal | Extract<BookingRefusal, { code: 'service_not_found' }>
> = {
  service_not_found: {
    text: 'Dịch vụ này hiện không còn nhận sửa. Vui lòng chọn dịch vụ khác.',
  },
  too_many_services: {
    text: ({ max = 5 }) =>
      `Mỗi lịch hẹn có tối đa ${max} dịch vụ. Vui lòng đặt lịch các dịch vụ đang có trong giỏ trước khi thêm.`,
    button: 'Xem dịch vụ trong giỏ',
    href: '/cart/booking',
  },
}
