import {
  abandonedCart as contract,
  type AbandonedCart,
} from '#contracts/storefront/abandoned-cart.ts'
import { Refusal } from '#pure/contract.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { oldLink } from '#storefront/pages/notice/offers/page.server.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface AbandonmentData {
  abandoned: AbandonedCart
  /** The shopper followed the link that stops the reminders. */
  asks_to_stop: boolean
  is_stopped: boolean
}

/**
 * /cart/abandonment/{code}: restores an abandoned cart into the visitor's own cart and shows what has
 * changed (contract §2). An unknown, a foreign and an expired code all answer 404; who wants to stop the reminders gets
 * another way to.
 */
export const page = personalPage<AbandonmentData>({
  loader: async ({ services, caller, params, province_id, url }) => {
    const input = contract.abandonCart.input.safeParse({ code: params['*'], province_id })
    if (!input.success || input.data.code === undefined) return notFound
    const asks_to_stop = url.searchParams.has('dung-nhac')
    try {
      return {
        abandoned: await services.abandonedCart.abandonCart(caller, input.data),
        asks_to_stop,
        is_stopped: url.searchParams.has('da-dung'),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'abandoned_cart_not_found') {
        return asks_to_stop ? oldLink : notFound
      }
      throw error
    }
  },
  actions: { stop },
})

async function stop({ services, caller, url }: PersonalContext, form: FormData) {
  await services.abandonedCart.stopReminders(caller, readForm(contract.stopReminders.input, form))
  return { redirect: withQuery(url.pathname, { 'da-dung': 1 }) }
}
