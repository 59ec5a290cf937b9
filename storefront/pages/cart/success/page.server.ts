import type { z } from 'zod'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { OrderReturns } from '#contracts/storefront/returns.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { outcomeOf } from '#storefront/commerce/checkout/checkout-texts.ts'
import { chosenReason } from '#storefront/commerce/checkout/cancel-reasons.tsx'
import { fittingGoods } from '#storefront/pages/cart/success/fitting-goods.ts'
import { orderAgain } from '#storefront/pages/cart/success/order-again.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { paymentRedirect } from '#storefront/commerce/checkout/payment-redirect.ts'

/** An order with what was delivered of it. */
type OrderOnItsWay = z.output<typeof contract.getOrder.output>

export interface SuccessData {
  order: OrderOnItsWay
  /** Quantity of items that remain in the cart after this order. */
  cart_quantity: number
  /** The order was opened by its link, perhaps not by its owner. */
  is_linked: boolean
  /** The order stands in the visitor's list of orders. */
  is_in_list: boolean
  /** The state of its payment; null when no money came for cash on delivery or for a loan that has ended. */
  payment: PaymentResult | null
  /** The deadline of the order has passed. A job expires a waiting order within a minute. */
  is_over: boolean
  /** What may be returned and what was asked for; null: the order was not delivered. */
  returns: Pick<OrderReturns, 'lines' | 'requests'> | null
  /** The shopper pressed "Hủy đơn hàng" and is asked to confirm. */
  asks_to_cancel: boolean
  /** What fits the goods of a new order; empty for its later states and for whoever has only the link. */
  fitting: ProductCard[]
  /** The steps in the head of the page: all done, still at the payment, or none for an order that is long made. */
  steps: 'done' | 'at_payment' | 'none'
}

/**
 * /cart/success/{method}: the caller's own order, or with `key` the order of that link in any browser. A foreign
 * code, an unknown code and a wrong key all answer 404. The page shows the stored state of the order; it ignores
 * what a provider added to the return address.
 */
export const page = personalPage<SuccessData>({
  loader: async (context) => {
    const { services, caller, province_id, url, params, now } = context
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
      const is_over = order.expires_at !== null && new Date(order.expires_at) <= now
      const is_new = order.state === 'pending' || order.state === 'confirmed'
      return {
        order,
        cart_quantity: cart.item_quantity,
        is_linked,
        is_in_list: caller.kind === 'member' && !is_linked,
        payment: await paymentResultOf({ services, caller }, order, key),
        is_over,
        fitting: is_new && !is_linked ? await fittingGoods(context, order) : [],
        steps: stepsOf(order, is_over),
        returns:
          order.state === 'delivered'
            ? await services.returns.orderReturns(is_linked ? null : caller, {
                order_code: order.code,
                secret: key,
              })
            : null,
        asks_to_cancel: order.can_cancel && url.searchParams.has('huy'),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
  actions: { cancel, retry, again: orderAgain, invoice },
})

/** The states of an order that its shopper has just made. */
const new_states: readonly Order['state'][] = ['awaiting_payment', 'pending', 'confirmed']

function stepsOf({ state }: Order, is_over: boolean): SuccessData['steps'] {
  if (!new_states.includes(state)) return 'none'
  const { kind } = outcomeOf(is_over ? 'expired' : state)
  if (kind === 'ended') return 'none'
  return kind === 'waiting' ? 'at_payment' : 'done'
}

async function paymentResultOf(
  { services, caller }: Pick<PersonalContext, 'services' | 'caller'>,
  { code, payment_method, state, payment }: Order,
  secret: string | undefined,
): Promise<PaymentResult | null> {
  const is_cod = payment_method === 'cod' && state !== 'awaiting_payment'
  // Nobody was asked for money before the contract of a loan, so nothing is said about it.
  const is_loan_over = payment_method === 'installment' && state === 'cancelled'
  const has_money = payment.paid_total + payment.refund_due_total + payment.refunded_total > 0
  if (payment_method === null || ((is_cod || is_loan_over) && !has_money)) return null
  const input = { id: payment_method, order_id_web: code, secret }
  return services.payment.paymentResult(secret === undefined ? caller : null, input)
}

/** Cancels the order, for its owner or for anybody with its link (`secret` in the form). */
async function cancel({ services, caller }: PersonalContext, form: FormData) {
  form.set('reason', chosenReason(form))
  const input = readForm(contract.cancelOrder.input, form)
  const { secret } = input
  const order = await services.order.cancelOrder(secret === undefined ? caller : null, input)
  return { redirect: successUrl(order.payment_method ?? 'cod', order.code, secret) }
}

/** Names the company of the invoice, for the owner of the order or anybody with its link. */
async function invoice({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.askInvoice.input, form)
  const { secret } = input
  const order = await services.order.askInvoice(secret === undefined ? caller : null, input)
  return { redirect: successUrl(order.payment_method ?? 'cod', order.code, secret) }
}

/** Starts a new payment with the same method. First the provider is asked about the last attempt. */
async function retry({ services, caller }: PersonalContext, form: FormData) {
  const choice = readForm(contract.startPayment.input, form)
  const { redirect_url } = await services.order.startPayment(caller, choice)
  return paymentRedirect(redirect_url)
}
