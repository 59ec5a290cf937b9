import { formatDateTime } from '#pure/vietnam-time.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import type { LastOrder } from '#storefront/pages/cart/page.server.ts'
import { buttonClass } from '#web/ui/button.ts'
import { stateName } from '#storefront/commerce/checkout/checkout-texts.ts'

/** Shows the last order in an empty cart. It helps most a shopper who came back without paying it. */
export function LastOrderNotice({ order }: { order: LastOrder }) {
  const { code, payment_method, created_at, is_over } = order
  const is_waiting = order.state === 'awaiting_payment' && !is_over
  const state = order.state === 'awaiting_payment' && is_over ? 'expired' : order.state
  return (
    <section
      aria-label="Đơn hàng gần nhất"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line p-4 sm:px-5"
    >
      <p className="min-w-56 flex-1 text-body">
        <span className="block text-sm text-muted">
          Đơn hàng gần nhất, {formatDateTime(new Date(created_at))}
        </span>
        <strong>{code}</strong> · {stateName(state)}
      </p>
      <a
        href={successUrl(payment_method ?? 'cod', code)}
        className={buttonClass(is_waiting ? 'primary' : 'outline', 'px-6 whitespace-nowrap')}
      >
        {is_waiting ? 'Xem và thanh toán' : 'Xem đơn hàng'}
      </a>
    </section>
  )
}
