import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { formatDong } from '#pure/money.ts'
import { isPaidInPart } from '#storefront/commerce/checkout/checkout-texts.ts'

/** Minutes and seconds: 04:59. */
export function clockTime(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** How and when the money of a cancelled order comes back, by its way to pay; null: none was chosen. */
export function refundTime(method: string | null): string {
  const is_transfer = ['bank_transfer', 'cod', 'installment'].includes(method ?? 'cod')
  return is_transfer
    ? 'Cửa hàng gọi xác nhận tài khoản rồi chuyển khoản trong 2 ngày làm việc.'
    : 'Tiền về thẻ hoặc ví bạn đã dùng, thường trong 3–15 ngày làm việc.'
}

/**
 * A note about money that could not be matched to the order automatically; null if there is none. Refunds of
 * transfers take two working days.
 */
export function moneyNote(result: PaymentResult): string | null {
  const { status, missing, order_state } = result
  const open = result.reviews.filter(({ state }) => state === 'open')
  const sum = open.reduce((total, review) => total + review.amount, 0)
  const received = formatDong(sum)
  const refund = open.reduce((total, review) => total + (review.refund_amount ?? review.amount), 0)
  if (status === 'refund_due' && open.length > 0) {
    const ended = order_state === 'cancelled' ? 'đã hủy' : 'đã hết hạn'
    const late = open.some(({ reason }) => reason === 'too_late') ? ' quá nhiều ngày sau đó' : ''
    return `Cửa hàng đã nhận ${received} cho đơn hàng ${ended} này${late} và sẽ hoàn lại cho bạn trong 2 ngày làm việc. Nhân viên sẽ gọi để xác nhận.`
  }
  if (status === 'paid' && open.length > 0) {
    return `Cửa hàng nhận thừa ${formatDong(refund)} so với số tiền của đơn hàng và sẽ hoàn lại cho bạn trong 2 ngày làm việc.`
  }
  if (status === 'review') {
    if (open.some(({ reason }) => reason === 'wrong_account')) {
      return `Khoản ${received} đã vào một tài khoản khác của cửa hàng. Nhân viên đang kiểm tra và sẽ gọi cho bạn.`
    }
    // An order that was to be paid on delivery, or a part of it by a loan, does not expire.
    if (isPaidInPart(result) && order_state === 'pending') {
      return `Cửa hàng đã nhận ${received}, còn thiếu ${formatDong(missing)}. Bạn chỉ cần trả nốt phần còn thiếu.`
    }
    if (isPaidInPart(result)) {
      return `Cửa hàng đã nhận ${received}, còn thiếu ${formatDong(missing)}. Bạn chỉ cần trả nốt phần còn thiếu trước khi đơn hết hạn. Nếu hủy đơn, ${received} được hoàn lại cho bạn.`
    }
    if (result.method === 'cod' && open.every(({ reason }) => reason === 'under')) {
      return `Cửa hàng đã nhận ${received} cho đơn hàng này. Bạn trả phần còn lại khi nhận hàng.`
    }
    if (result.method === 'installment' && open.every(({ reason }) => reason === 'under')) {
      if (sum >= result.amount) {
        return `Cửa hàng đã nhận ${received} cho đơn này. Khi hợp đồng trả góp được ký, phần thừa được hoàn lại cho bạn; nếu hồ sơ không được duyệt, cả khoản được hoàn lại.`
      }
      const rest = formatDong(Math.max(0, result.amount - sum))
      return `Cửa hàng đã nhận ${received} cho đơn này, gồm tiền của công ty tài chính. Bạn trả ${rest} còn lại khi nhận hàng.`
    }
    return `Cửa hàng đã nhận ${received} cho đơn hàng này. Nhân viên đang kiểm tra và sẽ gọi cho bạn.`
  }
  if (result.reviews.some(({ state }) => state === 'refunded')) {
    return 'Khoản tiền bạn chuyển cho đơn hàng này đã được hoàn lại.'
  }
  return null
}
