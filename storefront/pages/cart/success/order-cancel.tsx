import { Form, useNavigate, useNavigation } from 'react-router'
import type { Order } from '#contracts/storefront/order.ts'
import { formatDong } from '#pure/money.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { refundTime } from '#storefront/commerce/checkout/transfer-texts.ts'
import { buttonClass } from '#web/ui/button.ts'
import { CancelButtons } from '#storefront/commerce/checkout/cancel-buttons.tsx'
import { CancelReasons } from '#storefront/commerce/checkout/cancel-reasons.tsx'
import { Popup } from '#web/ui/popup.tsx'

interface OrderCancelProps {
  order: Order
  /** The secret of an order that was opened by its link. */
  secret: string | null
}

/** Opens the confirmation. It is a link, so that it works before hydration. */
export function OrderCancelLink({ order, secret }: OrderCancelProps) {
  return (
    <a
      href={pageOf(order, secret, { huy: 1 })}
      data-scroll="keep"
      data-history="replace"
      className={buttonClass('outline', 'w-full sm:w-fit')}
    >
      Hủy đơn hàng
    </a>
  )
}

/** "Hủy đơn hàng?": explains what happens to the items and the money, and asks to confirm. */
export function OrderCancel({ order, secret }: OrderCancelProps) {
  const navigate = useNavigate()
  const is_busy = useNavigation().state !== 'idle'
  const back = pageOf(order, secret)
  const { paid_total } = order.payment
  return (
    <Popup
      title="Hủy đơn hàng?"
      onClose={() => void navigate(back, { replace: true, preventScrollReset: true })}
      max_width={440}
    >
      <p>
        Sản phẩm sẽ không còn được giữ cho bạn và đơn hàng không thể mở lại.
        {paid_total > 0 &&
          ` Bạn được hoàn lại ${formatDong(paid_total)} đã trả. ${refundTime(order.payment_method)}`}
      </p>
      <Form method="post" action={back} className="mt-4 grid gap-4">
        <input type="hidden" name="order_code" value={order.code} />
        {secret !== null && <input type="hidden" name="secret" value={secret} />}
        <CancelReasons />
        <CancelButtons back={back} stay="Giữ đơn hàng" is_busy={is_busy} />
      </Form>
    </Popup>
  )
}

function pageOf(
  { payment_method, code }: Order,
  secret: string | null,
  more: Record<string, number> = {},
): string {
  return successUrl(payment_method ?? 'cod', code, secret ?? undefined, more)
}
