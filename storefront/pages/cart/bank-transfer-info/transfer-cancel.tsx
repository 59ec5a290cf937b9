import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { bankTransferUrl } from '#storefront/addresses/cart-links.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { CancelButtons } from '#storefront/commerce/checkout/cancel-buttons.tsx'
import { CancelReasons } from '#storefront/commerce/checkout/cancel-reasons.tsx'
import { refundTime } from '#storefront/commerce/checkout/transfer-texts.ts'
import type { BankTransferData } from '#storefront/pages/cart/bank-transfer-info/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
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
      {/* A refusal is shown in the same popup. */}
      <Form
        method="post"
        action={bankTransferUrl(order_code, { cancel: 1 })}
        replace
        preventScrollReset
        className="grid gap-4"
      >
        <input type="hidden" name="order_code" value={order_code} />
        <CancelReasons />
        <Captcha answer={useFormAnswer()} />
        <CancelButtons back={back} stay="Tiếp tục chuyển khoản" is_busy={is_busy} />
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
