import type { CancelReason } from '#contracts/staff/orders.ts'

/** What the shopper reads when staff cancel an order. A suspicion is not told. */
export const cancel_texts: Record<CancelReason, string> = {
  changed_mind: 'theo yêu cầu của khách',
  not_reached: 'cửa hàng không liên hệ được để xác nhận đơn',
  out_of_stock: 'sản phẩm không còn hàng',
  duplicate: 'đơn trùng với một đơn khác',
  wrong_details: 'thông tin nhận hàng chưa đúng',
  suspicious: 'cửa hàng không xác nhận được đơn',
  other: 'cửa hàng không thực hiện được đơn',
}
