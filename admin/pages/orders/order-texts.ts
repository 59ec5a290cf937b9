import type { CancelReason, OrderFlag, OrderRow, StaffMove } from '#contracts/staff/orders.ts'

export const state_titles: Record<OrderRow['state'], string> = {
  awaiting_payment: 'Chờ thanh toán',
  pending: 'Chờ xác nhận',
  confirmed: 'Đã xác nhận',
  ready_for_pickup: 'Chờ khách lấy',
  shipping: 'Đang giao',
  delivered: 'Đã giao',
  cancelled: 'Đã hủy',
  expired: 'Hết hạn',
}

/** The colours of a state. Only what needs work now is coloured. */
export const state_looks: Record<OrderRow['state'], string> = {
  awaiting_payment: 'bg-gold-soft text-ink',
  pending: 'bg-cream text-accent-dark',
  confirmed: 'bg-mist text-ink',
  ready_for_pickup: 'bg-mist text-ink',
  shipping: 'bg-mist text-ink',
  delivered: 'bg-success-soft text-success',
  cancelled: 'bg-mist text-muted',
  expired: 'bg-mist text-muted',
}

export const flag_titles: Record<OrderFlag, string> = {
  duplicate: 'Đơn khác trong 48 giờ',
  first: 'Khách mới',
  came_back: 'Từng không nhận hàng',
  call_first: 'Phải gọi',
  company_invoice: 'Hóa đơn công ty',
}

export const cancel_reasons: Record<CancelReason, string> = {
  changed_mind: 'Khách đổi ý',
  not_reached: 'Không liên hệ được',
  out_of_stock: 'Hết hàng',
  duplicate: 'Đơn trùng',
  wrong_details: 'Sai thông tin nhận hàng',
  suspicious: 'Nghi đơn ảo (khách không thấy lý do này)',
  other: 'Lý do khác',
}

export const delivery_titles: Record<OrderRow['delivery'], string> = {
  home_delivery: 'Giao tận nơi',
  store_pickup: 'Nhận tại cửa hàng',
}

/** What the shopper asked of staff who hand a device over. */
export const data_transfer_title = 'Khách nhờ chuyển dữ liệu từ máy cũ (miễn phí)'

/** The age of an order at `now`: "8 phút", "3 giờ", "2 ngày". */
export function ageText(at: string, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(at)) / 60_000))
  if (minutes < 60) return `${minutes} phút`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} giờ` : `${Math.floor(hours / 24)} ngày`
}

/** The label of the button for a move. */
export const move_titles: Record<StaffMove, string> = {
  confirm: 'Xác nhận',
  ship: 'Giao cho vận chuyển',
  deliver: 'Đã giao xong',
  come_back: 'Hàng quay về',
  cancel: 'Hủy đơn',
}
