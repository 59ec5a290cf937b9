import { deliveryText } from '#pure/delivery-text.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type { PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { RadioCard } from '#web/ui/field.tsx'
import { CheckoutHome } from '#storefront/pages/cart/payment-info/home-delivery.tsx'
import { CheckoutPickup } from '#storefront/pages/cart/payment-info/shop-pickup.tsx'

interface CheckoutDeliveryProps {
  data: PaymentInfoData
  answer: FormAnswer
}

/**
 * Chooses home delivery or pickup at a shop. The form has the fields of both, and CSS shows those of the chosen
 * one, so that choosing works before hydration and without scripts. The server reads only the chosen one.
 */
export function CheckoutDelivery({ data, answer }: CheckoutDeliveryProps) {
  const { recipient, totals, delivery } = data.quote
  const chosen = answer.values['shipping_method'] ?? recipient?.shipping_method ?? 'home_delivery'
  return (
    <div className="group/delivery grid gap-4">
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">Cách nhận hàng</legend>
        <RadioCard
          name="shipping_method"
          value="home_delivery"
          data-way="home"
          defaultChecked={chosen !== 'store_pickup'}
        >
          <span className="block font-semibold">Giao hàng tận nơi</span>
          <span className="block text-sm text-muted">
            {deliveryText(totals.subtotal, delivery)}
          </span>
        </RadioCard>
        <RadioCard
          name="shipping_method"
          value="store_pickup"
          data-way="shop"
          defaultChecked={chosen === 'store_pickup'}
        >
          <span className="block font-semibold">Nhận tại cửa hàng</span>
          <span className="block text-sm text-muted">Miễn phí, xem và thử máy trước khi nhận</span>
        </RadioCard>
      </fieldset>
      <div className="hidden group-has-[[data-way=home]:checked]/delivery:block">
        <CheckoutHome data={data} answer={answer} />
      </div>
      <div className="hidden group-has-[[data-way=shop]:checked]/delivery:block">
        <CheckoutPickup data={data} answer={answer} />
      </div>
    </div>
  )
}
