import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { formatDong } from '#pure/money.ts'
import { isPaidInPart } from '#storefront/commerce/checkout/checkout-texts.ts'
import { moneyNote } from '#storefront/commerce/checkout/transfer-texts.ts'

/** Describes the state of an order's payment and what happens next, in a sentence or two. */
export function paymentText(payment: PaymentResult, is_over: boolean): string {
  const { status, amount, refunded } = payment
  const note = moneyNote(payment)
  if (status === 'paid') {
    const paid = `Cửa hàng đã nhận đủ ${formatDong(amount)}.`
    return note === null ? paid : `${paid} ${note}`
  }
  if (status === 'refunded') {
    return `Cửa hàng đã hoàn lại ${formatDong(refunded)}. Ngân hàng của bạn có thể cần thêm vài ngày để ghi có.`
  }
  if (status === 'refund_due') return note ?? refundDueText(payment)
  if (status === 'held') return heldText(payment)
  if (note !== null) return note
  if (status === 'closed' || is_over) {
    return 'Cửa hàng chưa nhận được tiền cho đơn này. Nếu bạn đã trả, khi tiền đến nhân viên sẽ gọi cho bạn.'
  }
  // Of a signed contract the company's money has come: then there is a note above.
  if (payment.method === 'installment') {
    return 'Hồ sơ trả góp đang được xét duyệt. Bạn chưa phải trả gì cho đơn này.'
  }
  if (status === 'failed') return failedText(payment)
  if (payment.method === 'bank_transfer') {
    return `Cửa hàng chưa nhận được ${formatDong(amount)}. Trang này tự cập nhật khi tiền đến.`
  }
  return `Cửa hàng chưa nhận được ${formatDong(amount)}. Bạn vừa thanh toán xong? Trang này tự cập nhật, thường trong một phút.`
}

/** The text of the pay button. After a partial payment it names the missing amount. */
export function payButtonText(payment: PaymentResult): string {
  const { status, method, missing } = payment
  if (isPaidInPart(payment)) return `Trả nốt ${formatDong(missing)}`
  if (status === 'failed') return 'Thử lại thanh toán'
  return method === 'bank_transfer' ? 'Mở mã QR' : 'Tiếp tục thanh toán'
}

/** The text for money that the bank holds for a check. It names no time: the shop does not know it. */
function heldText({ amount, order_state }: PaymentResult): string {
  const has_ended = order_state === 'expired' || order_state === 'cancelled'
  const then = has_ended
    ? 'Nếu được duyệt, đơn hàng được mở lại khi còn đủ hàng, nếu không tiền được hoàn lại cho bạn.'
    : 'Khi có kết quả, trang này tự cập nhật. Nếu đơn hết hạn trước đó, đơn được mở lại khi còn đủ hàng, nếu không tiền được hoàn lại cho bạn.'
  return `Ngân hàng đang kiểm tra giao dịch ${formatDong(amount)}: tiền có thể đã bị trừ nhưng cửa hàng chưa nhận được. Bạn không cần làm gì thêm, xin đừng trả lần nữa. ${then}`
}

function failedText({ failure, amount }: PaymentResult): string {
  const reason = failure === null ? '' : ` ${/[.!?]$/.test(failure) ? failure : `${failure}.`}`
  return `Lần thanh toán ${formatDong(amount)} vừa rồi không thành công.${reason} Đơn hàng vẫn được giữ: bạn có thể thử lại hoặc đổi phương thức.`
}

function refundDueText({ refunds }: PaymentResult): string {
  const due = refunds.filter(({ state }) => state !== 'done' && state !== 'dropped')
  const sum = due.reduce((total, { amount }) => total + amount, 0)
  return `Cửa hàng sẽ hoàn lại ${formatDong(sum)} cho bạn. Chuyển khoản mất tới 2 ngày làm việc; thẻ và ví tùy ngân hàng, thường 3–15 ngày làm việc.`
}
