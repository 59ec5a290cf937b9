import type { DeliveryTerms } from '#contracts/price-parts.ts'
import type { ShippingMethod } from '#contracts/storefront/quote.ts'
import type { Dong } from '#pure/money.ts'

/** The fee of a home delivery with VAT, and the subtotal from which it is free ("Miễn phí cho đơn 300k"). */
export const delivery_terms: DeliveryTerms = { fee: 30_000, free_from: 300_000 }

/** The delivery fee of an order. Without an address yet, it is the fee of a home delivery. */
export function shippingFee(subtotal: Dong, method: ShippingMethod | null): Dong {
  const { fee, free_from } = delivery_terms
  return method === 'store_pickup' || subtotal >= free_from ? 0 : fee
}
