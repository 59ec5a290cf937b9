import { Form, useNavigation } from 'react-router'
import { bankTransferUrl } from '#storefront/addresses/cart-links.ts'
import { buttonClass } from '#web/ui/button.ts'

/** Explains what happens when the order is cancelled. */
export function CancelText() {
  return (
    <p>
      Sản phẩm sẽ không còn được giữ cho bạn. Nếu đã chuyển tiền, vui lòng chờ thêm một phút hoặc
      gọi cửa hàng trước khi hủy. Bạn cũng có thể trả tiền khi nhận hàng.
    </p>
  )
}

/** Buttons to pay on delivery instead, to cancel the order, or to return to the transfer. */
export function CancelFooter({ order_code }: { order_code: string }) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <>
      <Form method="post" action={bankTransferUrl(order_code)} className="grid w-full gap-3">
        <input type="hidden" name="order_code" value={order_code} />
        <button
          type="submit"
          name="intent"
          value="pay_cod"
          disabled={is_busy}
          className={buttonClass('primary')}
        >
          Đổi sang thanh toán khi nhận hàng
        </button>
        <button
          type="submit"
          name="intent"
          value="cancel"
          disabled={is_busy}
          className={buttonClass('outline')}
        >
          Hủy đơn hàng
        </button>
      </Form>
      <a
        href={bankTransferUrl(order_code)}
        data-scroll="keep"
        data-history="replace"
        className={buttonClass('quiet', 'w-full')}
      >
        Tiếp tục chuyển khoản
      </a>
    </>
  )
}
