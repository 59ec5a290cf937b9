import { Form, useNavigation } from 'react-router'
import type { Order } from '#contracts/storefront/order.ts'
import { writeReviewUrl } from '#storefront/addresses/talk-links.ts'
import { payAgainUrl, successUrl } from '#storefront/addresses/cart-links.ts'
import { isPaidInPart } from '#storefront/commerce/checkout/checkout-texts.ts'
import { history_id } from '#storefront/pages/cart/success/order-history.tsx'
import type { SuccessData } from '#storefront/pages/cart/success/page.server.ts'
import { CheckAgain, PaymentActions } from '#storefront/pages/cart/success/payment-outcome.tsx'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { telLink } from '#web/ui/tel-link.ts'

/** The next thing to do with an order in its state. Only the first button stands out. */
export function OrderActions({ data }: { data: SuccessData }) {
  const { order, payment, is_over, is_linked } = data
  const { shop } = useShop()
  const { code, state, payment_method } = order
  if (state === 'cancelled' || state === 'expired' || is_over) {
    return <OrderAgain order={order} is_linked={is_linked} />
  }
  if (state !== 'awaiting_payment' && !(state === 'pending' && (payment?.missing ?? 0) > 0)) {
    return (
      <>
        <NextAction order={order} />
        <a href="/" className={buttonClass('outline', 'flex-1 whitespace-nowrap')}>
          Tiếp tục mua sắm
        </a>
      </>
    )
  }
  // Only the owner may start a payment.
  if (is_linked) {
    return (
      <>
        <Track look="primary" />
        <CheckAgain order={order} secret={order.secret} />
      </>
    )
  }
  if (payment_method === null) {
    return (
      <a href={payAgainUrl(code)} className={buttonClass('primary', 'min-h-12 flex-1')}>
        Chọn phương thức thanh toán
      </a>
    )
  }
  // Money that staff look for is not paid a second time.
  if (payment?.status === 'review' && !isPaidInPart(payment)) {
    return (
      <a href={telLink(shop.hotline)} className={buttonClass('primary', 'min-h-12 flex-1')}>
        <Icon name="phone" className="size-5" />
        Gọi {shop.hotline}
      </a>
    )
  }
  if (payment === null || payment.status === 'held') return <Track look="outline" />
  return <PaymentActions order={order} payment={payment} />
}

/** What somebody does next with an order that is paid, or to be paid at the door. */
function NextAction({ order: { state, items, pickup } }: { order: Order }) {
  const main = buttonClass('primary', 'min-h-12 flex-1 whitespace-nowrap')
  const bought = items.find(({ item_type, is_gift }) => item_type === 1 && !is_gift)
  if (state === 'delivered' && bought !== undefined) {
    return (
      <a href={writeReviewUrl(bought.url_path)} className={main}>
        Đánh giá sản phẩm
      </a>
    )
  }
  if (state === 'ready_for_pickup' && pickup !== null) {
    return (
      <a href={directionsTo(pickup)} target="_blank" rel="noopener" className={main}>
        <Icon name="navigation" className="size-5" />
        Chỉ đường<span className="sr-only"> đến {pickup.shop_name}, mở trong thẻ mới</span>
      </a>
    )
  }
  return <Track look="primary" />
}

function directionsTo({ address }: NonNullable<Order['pickup']>): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}

/** Leads to the history below: whoever sees this page need not prove again whose order it is. */
function Track({ look }: { look: 'primary' | 'outline' }) {
  return (
    <a href={`#${history_id}`} className={buttonClass(look, 'flex-1 whitespace-nowrap')}>
      Theo dõi đơn hàng
    </a>
  )
}

/** "Đặt lại": puts the goods into the cart again. What was bought in parts is chosen anew on its page. */
function OrderAgain({ order, is_linked }: { order: Order; is_linked: boolean }) {
  const is_busy = useNavigation().state !== 'idle'
  const { code, payment_method, secret, items } = order
  const key = is_linked ? secret : undefined
  const [first] = items
  if (!items.some(({ item_type, is_gift }) => item_type === 1 && !is_gift)) {
    return (
      <a href={`/${first?.url_path ?? ''}`} className={buttonClass('primary', 'min-h-12 flex-1')}>
        Xem lại sản phẩm
      </a>
    )
  }
  return (
    <>
      <Form
        method="post"
        action={successUrl(payment_method ?? 'cod', code, key)}
        className="flex flex-1"
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="code" value={code} />
        {key !== undefined && <input type="hidden" name="secret" value={key} />}
        <button
          type="submit"
          name="intent"
          value="again"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
        >
          <Icon name="shopping-cart" className="size-5" />
          Đặt lại
        </button>
      </Form>
      <a href="/" className={buttonClass('outline', 'flex-1 whitespace-nowrap')}>
        Về trang chủ
      </a>
    </>
  )
}
