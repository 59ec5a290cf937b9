import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { payment } from '#contracts/storefront/payment.ts'
import { Refusal, type Service } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { paymentRedirect } from '#storefront/commerce/checkout/payment-redirect.ts'

type Gateways = Awaited<ReturnType<Service<typeof payment>['paymentGateways']>>['gateways']

export interface PayAgainData {
  order: Order
  /** Each with its offer, the total of the order with it, and what is paid by it now. */
  methods: (Omit<Gateways[number], 'id' | 'is_chosen'> & { code: string })[]
  chosen: string | null
}

/**
 * /cart/pay-again: other payment methods for an order that waits for money. Any other order redirects to its own page.
 */
export const page = personalPage<PayAgainData>({
  loader: async ({ services, caller, url }) => {
    const code = url.searchParams.get('code') ?? ''
    if (code === '' || code.length > 40) return notFound
    try {
      const order = await services.order.getOrder(caller, { code })
      if (!waitsForMoney(order)) return moved(pageOf(order))
      const { gateways } = await services.payment.paymentGateways(caller, { order_code: code })
      return {
        order,
        methods: gateways.map(({ id, is_chosen: _chosen, ...method }) => ({ ...method, code: id })),
        chosen:
          url.searchParams.get('payment_method') ??
          gateways.find(({ is_chosen }) => is_chosen)?.id ??
          order.payment_method,
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'order_not_found') return notFound
      if (error.code === 'order_closed') return moved(successUrl('cod', code))
      throw error
    }
  },
  actions: { choose },
})

async function choose({ services, caller }: PersonalContext, form: FormData) {
  const choice = readForm(contract.changePayment.input, form)
  const { redirect_url } = await services.order.changePayment(caller, choice)
  return paymentRedirect(redirect_url)
}

/** Also an order that was cash on delivery, changed to another method, and may change back. */
function waitsForMoney({ state, payment_method, payment: { paid_total }, totals }: Order): boolean {
  if (state === 'awaiting_payment') return true
  return state === 'pending' && payment_method !== 'cod' && paid_total < totals.grand_total
}

function pageOf({ payment_method, code }: Order): string {
  return successUrl(payment_method ?? 'cod', code)
}
