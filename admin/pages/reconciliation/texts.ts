import type { PaymentReview } from '#contracts/staff/reconciliation.ts'

export const reasons: Record<PaymentReview['reason'], string> = {
  unknown_code: 'Không tìm thấy đơn hàng của khoản tiền này',
  several_codes: 'Nội dung nêu nhiều đơn hàng',
  wrong_account: 'Tiền vào tài khoản khác',
  under: 'Trả thiếu: chờ khách trả nốt',
  over: 'Trả thừa: đơn hàng đã đủ tiền',
  double: 'Đơn hàng đã được thanh toán trước đó',
  after_cancel: 'Tiền đến sau khi khách hủy đơn',
  late_no_stock: 'Tiền đến trễ, hàng, ưu đãi hoặc điểm không còn',
  too_late: 'Tiền đến quá nhiều ngày sau khi đơn kết thúc',
  not_awaited: 'Đơn hàng đang xử lý theo cách thanh toán khác',
}
export const card_part = 'Thẻ trả góp một phần: phần còn lại thu khi giao, chưa cần xử lý'
export const states: Record<PaymentReview['state'], string> = {
  open: 'Chờ xử lý',
  accepted: 'Đã nhận cho đơn hàng',
  refunded: 'Đã hoàn tiền',
  dismissed: 'Đã bỏ qua',
}
export const refund_texts: Record<NonNullable<PaymentReview['refund_state']>, string> = {
  due: 'Chờ hoàn: xem trang hoàn tiền',
  requested: 'Cổng thanh toán đang hoàn',
  done: 'Đã hoàn',
  failed: 'Chưa hoàn được: xem trang hoàn tiền',
  dropped: '',
}
export const order_states: Record<NonNullable<PaymentReview['order_state']>, string> = {
  awaiting_payment: 'Chờ thanh toán',
  pending: 'Chờ xác nhận',
  confirmed: 'Đã xác nhận',
  ready_for_pickup: 'Chờ khách lấy',
  shipping: 'Đang vận chuyển',
  delivered: 'Đã giao',
  cancelled: 'Đã hủy',
  expired: 'Đã hết hạn',
}
