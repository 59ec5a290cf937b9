import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/**
 * Cash on delivery: paid to the staff who deliver the order, at the customer's address or in the pick-up
 * shop.
 */
export const cashOnDelivery: Gateway = {
  code: 'cod',
  title: 'Thanh toán khi nhận hàng',
  description: 'Trả tiền mặt, quẹt thẻ hoặc chuyển khoản cho nhân viên khi nhận hàng.',
  settles: 'on_delivery',
  isOffered: ({ is_online_only }) => !is_online_only,
  settings: null,
  notices: null,
  query: null,
  refund: null,
  page: ({ code }) => `/cart/success/cod?code=${encodeURIComponent(code)}`,
  start: null,
}
