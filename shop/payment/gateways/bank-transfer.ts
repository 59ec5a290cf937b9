import { transfer_method } from '#shop/payment/attempt/transfer.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/** One transfer by NAPAS 247 must be below this amount, in đồng. */
const napas_limit = 500_000_000

/** Transfer by VietQR to the shop's account. Relays report when the money is there (decision 043). */
export const bankTransfer: Gateway = {
  code: transfer_method,
  title: 'Chuyển khoản ngân hàng qua mã QR',
  description: 'Quét mã VietQR bằng ứng dụng ngân hàng; đơn hàng được xác nhận tự động.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount > 0 && amount < napas_limit,
  settings: null,
  notices: null,
  query: null,
  refund: null,
  page: ({ code }) => `/cart/bank-transfer-info?code=${encodeURIComponent(code)}`,
  start: null,
}
