import { order as contract, type Order } from '#contracts/order.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/page.ts'
import { readForm } from '#storefront/read-form.ts'
import { wayOut } from '#storefront/way-out.ts'

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
      const others_total = totalWithoutOffer(order)
      return {
        order,
        methods: gateways.map(({ id, title, description, icon }) => ({
          code: id,
          title,
          description,
          icon,
          grand_total: id === order.payment_method ? order.totals.grand_total : others_total,
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

/** An offer for one way to pay goes with that way; what is left is rounded down again. */
function totalWithoutOffer({ totals }: Order): number {
  const { adjustments, subtotal, shipping_fee, grand_total } = totals
  if (!adjustments.some(({ rule }) => rule === 'payment')) return grand_total
  const others = adjustments.filter(({ rule }) => rule !== 'payment' && rule !== 'rounding')
  const exact = subtotal - others.reduce((sum, { amount }) => sum + amount, 0) + shipping_fee
  return exact - (exact % 1_000)
}

function pageOf({ payment_method, code }: Order): string {
  return successUrl(payment_method ?? 'cod', code)
}
