import { formatDong } from '#pure/money.ts'
import { service_texts } from '#storefront/commerce/booking/service-refusals.ts'
import type { BookingRefusal, MessagesByCode, ServiceRefusal } from '#storefront/refusals.ts'

/** The text for every refusal code of a booking. A missing code does not compile. */
export const booking_texts: MessagesByCode<BookingRefusal | ServiceRefusal> = {
  ...service_texts,
  booking_too_long: {
    text: 'Các dịch vụ này cần nhiều thời gian hơn một lịch hẹn. Vui lòng bớt dịch vụ hoặc đặt thành hai lịch.',
  },
  shop_takes_no_bookings: {
    text: 'Cửa hàng này hiện không nhận lịch cho dịch vụ đã chọn. Vui lòng chọn cửa hàng khác.',
  },
  slot_not_offered: { text: 'Cửa hàng không nhận lịch vào giờ này. Vui lòng chọn giờ khác.' },
  slot_full: { text: 'Khung giờ này vừa có người đặt hết. Vui lòng chọn giờ khác.' },
  price_changed: {
    text: ({ previous_total, total }) =>
      previous_total === undefined || total === undefined
        ? 'Giá dịch vụ vừa thay đổi. Vui lòng xem lại rồi xác nhận đặt lịch.'
        : `Giá dịch vụ vừa đổi từ ${formatDong(previous_total)} thành ${formatDong(total)}. Nếu đồng ý, vui lòng bấm xác nhận đặt lịch lần nữa.`,
  },
  too_many_bookings: {
    text: ({ max = 1 }) =>
      `Số điện thoại này đang có ${max} lịch hẹn. Vui lòng đến đúng hẹn hoặc hủy bớt lịch trước khi đặt thêm.`,
  },
  too_many_moves: {
    text: 'Lịch hẹn này đã đổi nhiều lần nên không đổi trên trang được nữa. Vui lòng gọi cửa hàng để được hỗ trợ.',
  },
  booking_not_found: {
    text: 'Không tìm thấy lịch hẹn này. Vui lòng mở lại liên kết trong tin nhắn của cửa hàng.',
  },
  booking_closed: {
    text: 'Lịch hẹn này đã hủy hoặc đã đến giờ nên không đổi được nữa. Vui lòng gọi cửa hàng.',
  },
}
