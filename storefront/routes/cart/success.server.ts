import type { Order } from '#contracts/order.ts'
import type { PaymentResult } from '#contracts/payment.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/page.ts'

export interface SuccessData {
  order: Order
  /** Pieces that stay in the cart after this order. */
  cart_quantity: number
  /** Opened by its link, maybe by somebody the owner gave it to: to look at only. */
  is_linked: boolean
  /** What came of a transfer. */
  payment: PaymentResult | null
  /** The order waits, yet its time is over: it ends within the minute. */
  is_over: boolean
}

/**
 * /cart/success/{method}: the caller's own order, or with `key` the order of that link in any browser;
 * a foreign code, an unknown one and a wrong key are all "not here".
 */
export const page = personalPage<SuccessData>({
  loader: async ({ services, caller, province_id, url, params, now }) => {
    const code = url.searchParams.get('code') ?? undefined
    const key = url.searchParams.get('key') ?? undefined
    if (code !== undefined && (code === '' || code.length > 40)) return notFound
    if (key !== undefined && (code === undefined || !/^[0-9a-f]{40}$/.test(key))) return notFound
    try {
      const is_linked = key !== undefined
      const order = await services.order.getOrder(is_linked ? null : caller, { code, secret: key })
      const method = order.payment_method
      if (method !== null && method !== params['method'])
        return moved(successUrl(method, order.code, key))
      const cart = await services.cart.getCart(caller, { province_id })
      return {
        order,
        cart_quantity: cart.item_quantity,
        is_linked,
        payment: await transferOf({ services, caller }, order, key),
        is_over: order.expires_at !== null && new Date(order.expires_at) <= now,
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
})

async function transferOf(
  { services, caller }: Pick<PersonalContext, 'services' | 'caller'>,
  { code, payment_method }: Order,
  secret: string | undefined,
): Promise<PaymentResult | null> {
  if (payment_method !== 'bank_transfer') return null
  const asked = { id: payment_method, order_id_web: code, secret }
  return services.payment.paymentResult(secret === undefined ? caller : null, asked)
}
