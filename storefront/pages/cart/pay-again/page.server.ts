import { order as contract, type Order } from '#contracts/storefront/order.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses/addresses.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'
import { wayOut } from '#storefront/commerce/checkout/payment-redirect.ts'

export interface PayAgainData {
  order: Order
  methods: {
    code: string
    title: string
    description: string
    icon: string
    /** What the order comes to when it is paid so. */
    grand_total: number
  }[]
  chosen: string | null
}

/** /cart/pay-again: another way to pay for an order that waits; one that does not is shown instead. */
export const page = personalPage<PayAgainData>({
  loader: async ({ services, caller, url }) => {
    const code = url.searchParams.get('code') ?? ''
    if (code === '' || code.length > 40) return notFound
    try {
      const order = await services.order.getOrder(caller, { code })
      if (order.state !== 'awaiting_payment') return moved(pageOf(order))
      const { gateways } = await services.payment.paymentGateways(caller, { order_code: code })
      return {
        order,
        methods: gateways.map(({ id, title, description, icon, grand_total }) => ({
          code: id,
          title,
          description,
          icon,
          grand_total,
        })),
        chosen: gateways.find(({ is_chosen }) => is_chosen)?.id ?? order.payment_method,
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
  return wayOut(redirect_url)
}

function pageOf({ payment_method, code }: Order): string {
  return successUrl(payment_method ?? 'cod', code)
}
