import type { PayMethod, TradeOutcome } from '#contracts/staff/trade/trade-ins.ts'
import type { OfferReason, TradeState } from '#contracts/storefront/trade/trade-in.ts'

export const trade_state_titles: Record<TradeState, string> = {
  quoted: 'Đã báo giá',
  arrived: 'Máy đã đến',
  checked: 'Chờ duyệt giá',
  offered: 'Chờ khách đồng ý',
  accepted: 'Chờ chi tiền',
  paid: 'Đã thu',
  refused: 'Không thu',
  cancelled: 'Khách hủy',
  expired: 'Hết hạn',
}

export const offer_reason_titles: Record<OfferReason, string> = {
  condition_differs: 'Tình trạng khác khai báo',
  hidden_damage: 'Lỗi ẩn, từng sửa hoặc vào nước',
  other_variant: 'Khác phiên bản đã khai',
  parts_replaced: 'Đã thay linh kiện không chính hãng',
  better_than_quoted: 'Máy tốt hơn khai báo',
}

export const pay_method_titles: Record<PayMethod, string> = {
  cash: 'Tiền mặt',
  transfer: 'Chuyển khoản',
  order: 'Trừ vào đơn',
}

export const outcome_titles: Record<TradeOutcome, string> = {
  used: 'Bán thành máy cũ',
  parts: 'Tháo linh kiện',
  written_off: 'Hủy, không dùng được',
}

export const trade_move_titles: Readonly<Record<string, string>> = {
  quote: 'Khách nhận báo giá',
  arrive: 'Máy đến cửa hàng',
  check: 'Đề nghị giá thấp, chờ duyệt',
  approve: 'Duyệt giá, báo khách',
  offer: 'Báo giá thu cuối cùng',
  accept: 'Khách đồng ý',
  pay: 'Chi tiền',
  decline: 'Khách không bán',
  refuse: 'Không thu',
  cancel: 'Khách hủy báo giá',
  name_order: 'Khách chọn đơn để trừ',
  attach_report: 'Khách gắn phiếu kiểm tra',
  record_seller: 'Ghi người bán',
}
