import type { Order } from '#contracts/storefront/order.ts'
import { application as contract } from '#contracts/storefront/trade/application.ts'
import { Refusal } from '#pure/contract.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { paymentRedirect } from '#storefront/commerce/checkout/payment-redirect.ts'
import {
  type CardOffers,
  loadCardOffers,
} from '#storefront/commerce/installment/load-card-choice.ts'
import { moved, notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface CardPlanData {
  order: Order
  offers: CardOffers
}

/** /cart/doi-goi-tra-gop: another card, months or amount for an order by card that waits for its payment. */
export const page = personalPage<CardPlanData>({
  loader: async (context) => {
    const { services, caller, province_id, url } = context
    const code = url.searchParams.get('don') ?? ''
    if (code === '' || code.length > 40) return notFound
    try {
      const order = await services.order.getOrder(caller, { code })
      const line = order.items.find(({ is_gift }) => !is_gift)
      const is_open = order.state === 'awaiting_payment' && order.card_plan !== null
      if (!is_open || line === undefined) {
        return moved(successUrl(order.payment_method ?? 'cod', order.code))
      }
      const amount = order.totals.grand_total
      const asked = { item_id: line.item_id, province_id, amount }
      return { order, offers: await loadCardOffers(context, asked) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'order_not_found') return notFound
      throw error
    }
  },
  actions: { change },
})

/** Stores the plan and leads to the page where the card is typed. Only the answer may lead to another site. */
async function change({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.changeCardPlan.input, form)
  const { code } = await services.application.changeCardPlan(caller, input)
  const choice = { order_code: code, payment_method: 'alepay' }
  const { redirect_url } = await services.order.startPayment(caller, choice)
  return paymentRedirect(redirect_url)
}
