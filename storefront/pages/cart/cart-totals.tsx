import type { Cart } from '#contracts/storefront/cart.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { FreeDelivery } from '#storefront/commerce/checkout/free-delivery.tsx'
import type { CartPageData } from '#storefront/pages/cart/page.server.ts'
import { AmountRows } from '#web/ui/amount-rows.tsx'

interface CartTotalsProps {
  cart: Cart
  offers: NonNullable<CartPageData['offers']>
  /** The rows are those of before the change. */
  isSaving: boolean
}

/** One row for each rule of the total, which stands below in the foot. */
export function CartTotals({ cart, offers, isSaving }: CartTotalsProps) {
  const { selected, delivery } = cart
  return (
    <CheckoutSection title="CÁCH TÍNH TỔNG TIỀN">
      <AmountRows
        rows={offers.rows.slice(0, -1)}
        className={`gap-2 text-body ${isSaving ? 'opacity-50' : ''}`}
      />
      {/* Who collects the order pays no delivery, whatever it costs. */}
      {offers.shipping_fee > 0 && <FreeDelivery subtotal={selected.subtotal} delivery={delivery} />}
    </CheckoutSection>
  )
}
