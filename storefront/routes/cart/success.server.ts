import type { Order } from '#contracts/order.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses.ts'
import { moved, notFound, personalPage } from '#storefront/page.ts'

export interface SuccessData {
  order: Order
  /** Pieces that stay in the cart after this order. */
  cart_quantity: number
}

/** /cart/success/{method}: the caller's own order; a foreign and an unknown code are both "not here". */
export const page = personalPage<SuccessData>({
  loader: async ({ services, caller, province_id, url, params }) => {
    const code = url.searchParams.get('code') ?? undefined
    if (code !== undefined && (code === '' || code.length > 40)) return notFound
    try {
      const order = await services.order.getOrder(caller, code === undefined ? {} : { code })
      const method = order.payment_method
      if (method !== null && method !== params['method'])
        return moved(successUrl(method, order.code))
      const cart = await services.cart.getCart(caller, { province_id })
      return { order, cart_quantity: cart.item_quantity }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
})
