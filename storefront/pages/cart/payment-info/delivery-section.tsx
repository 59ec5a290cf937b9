import type { DeliveryTerms } from '#contracts/price-parts.ts'
import { deliveryText, missingForFree } from '#pure/delivery-text.ts'
import { formatDong } from '#pure/money.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import type { PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { FreeDelivery } from '#storefront/commerce/checkout/free-delivery.tsx'
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
    <div className="delivery grid gap-4">
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="sr-only">Cách nhận hàng</legend>
        <RadioCard
          name="shipping_method"
          value="home_delivery"
          data-way="home"
          defaultChecked={chosen !== 'store_pickup'}
        >
          <span className="block font-semibold">Giao hàng tận nơi</span>
          <span className="block text-sm text-muted">{homeText(totals.subtotal, delivery)}</span>
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
      <div className="hidden gap-4 [.delivery:has([data-way=home]:checked)_&]:grid">
        <FreeDelivery subtotal={totals.subtotal} delivery={delivery} />
        <CheckoutHome data={data} answer={answer} />
      </div>
      <div className="hidden [.delivery:has([data-way=shop]:checked)_&]:block">
        <CheckoutPickup data={data} answer={answer} />
      </div>
    </div>
  )
}

/** How much is missing for a free delivery is said below, with a bar. */
function homeText(subtotal: number, delivery: DeliveryTerms): string {
  return missingForFree(subtotal, delivery) === 0
    ? deliveryText(subtotal, delivery)
    : `Phí giao hàng ${formatDong(delivery.fee)}`
}
