import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/** Paid to whoever hands the goods over, at the door or at the counter of the pick-up shop. */
export const cashOnDelivery: Gateway = {
  code: 'cod',
  title: 'Thanh toán khi nhận hàng',
  description: 'Trả tiền mặt, quẹt thẻ hoặc chuyển khoản cho nhân viên khi nhận hàng.',
  settles: 'at_the_door',
  isOffered: ({ is_online_only }) => !is_online_only,
  settings: null,
  notices: null,
  query: null,
  refund: null,
  start: async ({ order_code: code }) => ({
    redirect_url: `/cart/success/cod?code=${encodeURIComponent(code)}`,
  }),
}
