import type { OrderReturns as Returns } from '#contracts/storefront/returns.ts'
import { returnUrl } from '#storefront/addresses/order-return.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { ReturnList } from '#storefront/commerce/returns/return-list.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface OrderReturnsProps {
  order_code: string
  /** The secret of an order that was opened by its link. */
  secret: string | null
  returns: Pick<Returns, 'lines' | 'requests'>
}

/** The returns of a delivered order, and the way to ask for one while something may be returned. */
export function OrderReturns({
  order_code,
  secret,
  returns: { lines, requests },
}: OrderReturnsProps) {
  if (lines.length === 0 && requests.length === 0) return null
  const href = returnUrl(order_code, secret ?? undefined)
  return (
    <CheckoutSection title="ĐỔI TRẢ">
      {requests.length > 0 && <ReturnList returns={requests} hrefOf={() => href} />}
      <a href={href} className={buttonClass('outline', 'w-full sm:w-fit')}>
        {lines.length > 0 ? 'Yêu cầu đổi trả' : 'Xem yêu cầu đổi trả'}
      </a>
    </CheckoutSection>
  )
}
