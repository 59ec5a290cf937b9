import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { ShippingMethod } from '#contracts/storefront/quote.ts'
import type { Dong } from '#pure/money.ts'

/** The delivery fee of an order on these terms. Without an address yet, it is the fee of a home delivery. */
export function shippingFee(
  { fee, free_from }: DeliveryTerms,
  subtotal: Dong,
  method: ShippingMethod | null,
): Dong {
  return method === 'store_pickup' || subtotal >= free_from ? 0 : fee
}
