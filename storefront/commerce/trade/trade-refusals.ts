import { formatDong } from '#pure/money.ts'
import { report_texts } from '#storefront/commerce/device-test/report-refusals.ts'
import type { MessagesByCode, TradeRefusal } from '#storefront/refusals.ts'

/** The text for every refusal code of trade-in. A missing code does not compile. */
export const trade_texts: MessagesByCode<TradeRefusal> = {
  old_device_not_found: {
    text: 'Cửa hàng hiện không thu mẫu máy này. Vui lòng chọn máy khác.',
  },
  target_not_found: {
    text: 'Máy bạn muốn lên đời hiện không bán. Vui lòng chọn máy khác.',
  },
  answers_missing: { text: 'Vui lòng trả lời hết các câu hỏi về tình trạng máy.' },
  device_without_value: {
    text: 'Với tình trạng này, máy không còn giá trị thu lại nên cửa hàng chưa thu được.',
  },
  value_changed: {
    text: ({ previous_value, value }) =>
      previous_value === undefined || value === undefined
        ? 'Giá thu vừa thay đổi. Vui lòng xem lại rồi xác nhận.'
        : `Giá thu vừa đổi từ ${formatDong(previous_value)} thành ${formatDong(value)}. Nếu đồng ý, vui lòng bấm xác nhận lần nữa.`,
  },
  shop_buys_nothing: { text: 'Cửa hàng này không thu máy cũ. Vui lòng chọn cửa hàng khác.' },
  day_not_offered: {
    text: 'Cửa hàng không nhận máy vào ngày này. Vui lòng chọn một ngày khác trong 7 ngày tới.',
  },
  too_many_trade_ins: {
    text: ({ max = 5 }) =>
      `Số điện thoại này đang có ${max} báo giá thu cũ. Vui lòng hủy bớt trước khi định giá thêm.`,
  },
  trade_in_not_found: {
    text: 'Không tìm thấy báo giá này. Vui lòng mở lại liên kết trong tin nhắn của cửa hàng.',
  },
  trade_in_closed: {
    text: 'Báo giá này đã sang bước khác nên không làm được nữa. Vui lòng tải lại trang để xem.',
  },
  offer_changed: {
    text: ({ amount }) =>
      amount === undefined
        ? 'Giá thu cuối cùng vừa thay đổi. Vui lòng xem lại trước khi đồng ý.'
        : `Giá thu cuối cùng vừa đổi thành ${formatDong(amount)}. Vui lòng xem lại trước khi đồng ý.`,
  },
  ...report_texts,
  report_is_used: {
    text: 'Phiếu kiểm tra này đã gắn với một báo giá khác. Vui lòng kiểm tra lại máy này để lập phiếu mới.',
    button: 'Kiểm tra máy lại',
    href: '/kiem-tra-linh-kien-may-tinh-online',
  },
  order_not_usable: {
    text: 'Chỉ dùng được đơn của bạn, nhận tại đúng cửa hàng thu máy và thanh toán khi nhận hàng. Vui lòng kiểm tra mã đơn.',
  },
}
