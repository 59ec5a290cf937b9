import type { RefundRequest } from '#contracts/staff/refund-requests.ts'
import type { RefundRow } from '#contracts/staff/refunds.ts'

export const refund_states: Record<RefundRow['state'], string> = {
  due: 'Cần hoàn',
  requested: 'Cổng thanh toán đang hoàn',
  done: 'Đã hoàn',
  failed: 'Cổng thanh toán từ chối',
  dropped: 'Không hoàn nữa',
}
/** Texts for the reason codes of the ledger. Any other reason is already a text. */
export const refund_reasons: Readonly<Record<string, string>> = {
  double: 'Đơn hàng đã được thanh toán trước đó',
  after_cancel: 'Tiền đến sau khi đơn bị hủy',
  late_no_stock: 'Tiền đến trễ, hàng, ưu đãi hoặc điểm không còn',
  too_late: 'Tiền đến quá nhiều ngày sau khi đơn kết thúc',
  over: 'Phần khách trả thừa',
  exchange: 'Đổi sang sản phẩm khác',
  fewer_goods: 'Bỏ bớt món khỏi đơn đã trả tiền',
  under: 'Khách trả thiếu, đơn đã kết thúc',
}

/** What stands for a gateway where goods pay instead of money. */
export const goods_titles: Readonly<Record<string, string>> = {
  exchange: 'Giá trị hàng đổi',
  trade_in: 'Máy cũ thu vào',
  trade_in_bonus: 'Trợ giá lên đời',
}

export const request_kind_titles: Record<RefundRequest['kind'], string> = {
  return: 'Hàng trả',
  goodwill: 'Thiện chí',
  correction: 'Thu thừa',
  lost: 'Hàng thất lạc',
}
