import type { PaymentResult } from '#contracts/payment.ts'
import { formatDong } from '#pure/money.ts'
import { bankTransferUrl } from '#storefront/addresses.ts'
import { buttonClass } from '#storefront/ui/button.ts'
import { CheckoutSection } from '#storefront/widgets/checkout-section.tsx'
import { usePaymentWatch } from '#storefront/widgets/payment-watch.ts'
import { moneyNote } from '#storefront/widgets/transfer-words.ts'

interface TransferOutcomeProps {
  payment: PaymentResult
  /** Nothing can be paid any more. */
  is_over: boolean
  /** Of an order that was opened by its link: to look at only. */
  secret: string | null
}

/** What came of the transfer, on the order's own page: true at every state, and new by itself. */
export function TransferOutcome({ payment, is_over, secret }: TransferOutcomeProps) {
  usePaymentWatch(payment, secret)
  const { status, order_code } = payment
  const is_waiting = (status === 'waiting' || status === 'review') && !is_over && secret === null
  return (
    <CheckoutSection title="CHUYỂN KHOẢN">
      <p className="text-[15px]" role="status">
        {wordsFor(payment, is_over)}
      </p>
      {is_waiting && (
        <div className="flex flex-wrap gap-3">
          <a href={bankTransferUrl(order_code)} className={buttonClass('primary', 'flex-1')}>
            Mở mã QR
          </a>
          <a
            href={bankTransferUrl(order_code, { cancel: 1 })}
            className={buttonClass('outline', 'flex-1')}
          >
            Đổi phương thức
          </a>
        </div>
      )}
    </CheckoutSection>
  )
}

function wordsFor(payment: PaymentResult, is_over: boolean): string {
  const { status, amount } = payment
  const note = moneyNote(payment)
  if (status === 'paid') {
    const paid = `Cửa hàng đã nhận đủ ${formatDong(amount)}.`
    return note === null ? paid : `${paid} ${note}`
  }
  if (note !== null) return note
  if (status === 'closed' || is_over) {
    return 'Thanh toán không thành công: cửa hàng không nhận được tiền cho đơn hàng này. Nếu bạn đã chuyển, tiền đến sau vẫn được ghi nhận và nhân viên sẽ gọi cho bạn.'
  }
  return `Cửa hàng chưa nhận được ${formatDong(amount)}. Trang này tự cập nhật khi tiền đến.`
}
