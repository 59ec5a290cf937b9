import { expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { payButtonText, paymentText } from '#storefront/pages/cart/success/payment-texts.ts'

const waiting: PaymentResult = {
  order_code: 'DH261120-7K3M9QXZ',
  order_state: 'awaiting_payment',
  status: 'waiting',
  method: 'vnpay',
  failure: null,
  amount: 30_990_000,
  received: 0,
  refunded: 0,
  refunds: [],
  reviews: [],
  expires_at: null,
  missing: 30_990_000,
  held_since: null,
}
const due = { amount: 30_990_000, state: 'due' as const, gateway: 'vnpay', reason: 'x' }

test.each<[Partial<PaymentResult>, boolean, RegExp]>([
  [{}, false, /chưa nhận được 30\.990\.000đ.*tự cập nhật/],
  [{ method: 'bank_transfer' }, false, /chưa nhận được 30\.990\.000đ/],
  [{}, true, /chưa nhận được tiền cho đơn này/],
  [
    { status: 'failed', failure: 'Thẻ không đủ số dư' },
    false,
    /không thành công\. Thẻ không đủ số dư\./,
  ],
  [
    { status: 'held' },
    false,
    /Ngân hàng đang kiểm tra giao dịch 30\.990\.000đ.*đừng trả lần nữa.*tự cập nhật/,
  ],
  [{ status: 'held', order_state: 'expired' }, false, /được mở lại khi còn đủ hàng/],
  [{ status: 'failed', failure: null }, false, /không thành công\. Đơn hàng vẫn được giữ/],
  [{ status: 'paid', received: 30_990_000 }, false, /^Cửa hàng đã nhận đủ 30\.990\.000đ\.$/],
  [{ status: 'refund_due', refunds: [due] }, false, /sẽ hoàn lại 30\.990\.000đ/],
  [{ status: 'refunded', refunded: 30_990_000 }, false, /đã hoàn lại 30\.990\.000đ/],
  [{ status: 'closed' }, false, /khi tiền đến nhân viên sẽ gọi/],
])('%o', (changes, is_over, text) => {
  expect(paymentText({ ...waiting, ...changes }, is_over)).toMatch(text)
})

test.each<[Partial<PaymentResult>, string]>([
  [{}, 'Tiếp tục thanh toán'],
  [{ status: 'failed' }, 'Thử lại thanh toán'],
  [{ status: 'review', missing: 20_990_000 }, 'Trả nốt 20.990.000đ'],
  [{ method: 'bank_transfer' }, 'Mở mã QR'],
])('for %o the pay button says "%s"', (changes, text) => {
  expect(payButtonText({ ...waiting, ...changes })).toBe(text)
})
