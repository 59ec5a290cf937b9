import { useRef } from 'react'
import type { Order } from '#contracts/storefront/order.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { showToast } from '#web/ui/toast-list.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

/** Shows the link to an order. It opens the order in any browser, without an account. */
export function OrderLink({ order }: { order: Order }) {
  const { shop } = useShop()
  const field = useRef<HTMLInputElement>(null)
  const path = successUrl(order.payment_method ?? 'cod', order.code, order.secret)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(field.current?.value ?? '')
      showToast({ kind: 'success', text: 'Đã sao chép liên kết đơn hàng' })
    } catch {
      // The browser refused the copy: the link is selected, so that the shopper can copy it.
      showToast({ kind: 'info', text: 'Liên kết đã được chọn, hãy sao chép lại nhé' })
    }
  }
  return (
    <CheckoutSection title="LIÊN KẾT ĐƠN HÀNG">
      <div className="grid gap-3">
        <p className="text-body text-muted">
          <label htmlFor="order-link" className="font-semibold text-ink">
            Lưu liên kết này để xem lại đơn hàng
          </label>{' '}
          trên bất kỳ máy nào. Ai có liên kết đều xem được đơn, nên chỉ gửi cho người bạn tin tưởng.
        </p>
        <div className="flex gap-2">
          <input
            ref={field}
            id="order-link"
            type="text"
            readOnly
            value={shop.public_url + path}
            className="min-h-11 w-0 min-w-0 flex-1 rounded-xl border border-line bg-mist px-3 text-body text-ellipsis"
          />
          <button
            type="button"
            onClick={() => void copy()}
            className={buttonClass('outline', 'shrink-0 noscript:hidden')}
          >
            Sao chép
          </button>
        </div>
      </div>
    </CheckoutSection>
  )
}
