import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { bankTransferUrl } from '#storefront/addresses/cart-links.ts'
import { CancelReasons } from '#storefront/commerce/checkout/cancel-reasons.tsx'
import { refundTime } from '#storefront/commerce/checkout/transfer-texts.ts'
import type { BankTransferData } from '#storefront/pages/cart/bank-transfer-info/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'

/** "Hủy đơn hàng?": what happens to goods and money, why, and the other ways on. */
export function TransferCancel({ data: { result, may_pay_cod } }: { data: BankTransferData }) {
  const is_busy = useNavigation().state !== 'idle'
  const { order_code, received, refunded } = result
  const back = bankTransferUrl(order_code)
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <p>Sản phẩm sẽ không còn được giữ cho bạn và đơn hàng không thể mở lại.</p>
        {received > refunded ? (
          <p className="font-semibold">
            Bạn được hoàn lại {formatDong(received - refunded)} đã chuyển.{' '}
            {refundTime('bank_transfer')}
          </p>
        ) : (
          <p>Nếu đã chuyển tiền, vui lòng chờ thêm một phút hoặc gọi cửa hàng trước khi hủy.</p>
        )}
      </div>
      <Form method="post" action={back} className="grid gap-4">
        <input type="hidden" name="order_code" value={order_code} />
        <CancelReasons />
        {/* The main one stands at the right, or above where both have no room. */}
        <div className="flex flex-row-reverse flex-wrap gap-3">
          <button
            type="submit"
            name="intent"
            value="cancel"
            disabled={is_busy}
            className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
          >
            Hủy đơn hàng
          </button>
          <a
            href={back}
            data-scroll="keep"
            data-history="replace"
            className={buttonClass('outline', 'flex-1 whitespace-nowrap')}
          >
            Tiếp tục chuyển khoản
          </a>
        </div>
        {may_pay_cod && (
          <button
            type="submit"
            name="intent"
            value="pay_cod"
            disabled={is_busy}
            className={buttonClass('quiet')}
          >
            Đổi sang thanh toán khi nhận hàng
          </button>
        )}
      </Form>
    </div>
  )
}
