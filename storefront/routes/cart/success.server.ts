import type { Order } from '#contracts/order.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses.ts'
import { moved, notFound, personalPage } from '#storefront/page.ts'

export interface SuccessData {
  order: Order
  /** Pieces that stay in the cart after this order. */
  cart_quantity: number
  /** Opened by its link, maybe by somebody the owner gave it to: to look at only. */
  is_linked: boolean
}

/**
 * /cart/success/{method}: the caller's own order, or with `key` the order of that link in any browser;
 * a foreign code, an unknown one and a wrong key are all "not here".
 */
export const page = personalPage<SuccessData>({
  loader: async ({ services, caller, province_id, url, params }) => {
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
      return { order, cart_quantity: cart.item_quantity, is_linked }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
})
