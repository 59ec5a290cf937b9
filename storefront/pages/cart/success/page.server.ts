import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses/addresses.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { wayOut } from '#storefront/commerce/checkout/payment-redirect.ts'

export interface SuccessData {
  order: Order
  /** Pieces that stay in the cart after this order. */
  cart_quantity: number
  /** Opened by its link, maybe by somebody the owner gave it to. */
  is_linked: boolean
  /** What has become of its money; null where it is paid at the door and none came. */
  payment: PaymentResult | null
  /** The order waits, yet its time is over: it ends within the minute. */
  is_over: boolean
  /** The shopper wants to give it up and is asked whether. */
  asks_to_cancel: boolean
}

/**
 * /cart/success/{method}: the caller's own order, or with `key` the order of that link in any browser;
 * a foreign code, an unknown one and a wrong key are all "not here". It says what is known at this
 * moment, whatever a provider's return address brought along.
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
        payment: await moneyOf({ services, caller }, order, key),
        is_over: order.expires_at !== null && new Date(order.expires_at) <= now,
        asks_to_cancel: order.can_cancel && url.searchParams.has('huy'),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
  actions: { cancel, retry },
})

async function moneyOf(
  { services, caller }: Pick<PersonalContext, 'services' | 'caller'>,
  { code, payment_method, state, payment }: Order,
  secret: string | undefined,
): Promise<PaymentResult | null> {
  const is_at_door = payment_method === 'cod' && state !== 'awaiting_payment'
  const has_money = payment.paid_total + payment.refund_due_total + payment.refunded_total > 0
  if (payment_method === null || (is_at_door && !has_money)) return null
  const asked = { id: payment_method, order_id_web: code, secret }
  return services.payment.paymentResult(secret === undefined ? caller : null, asked)
}

/** By its owner, or by whoever holds the link (`secret` in the form). */
async function cancel({ services, caller }: PersonalContext, form: FormData) {
  const given = readForm(contract.cancelOrder.input, form)
  const { secret } = given
  const order = await services.order.cancelOrder(secret === undefined ? caller : null, given)
  return { redirect: successUrl(order.payment_method ?? 'cod', order.code, secret) }
}

/** Pays once more in the same way; the provider is asked first whether the last try was paid after all. */
async function retry({ services, caller }: PersonalContext, form: FormData) {
  const choice = readForm(contract.startPayment.input, form)
  const { redirect_url } = await services.order.startPayment(caller, choice)
  return wayOut(redirect_url)
}
